#pragma once

#include "outrider/report/report.hpp"

#include <string>

namespace outrider {

/// `OUTRIDER_STATE=DEGRADED` and so on: bare values that `sh` and readers of env files take alike.
std::string render_env(const DiagnosticReport& report);

}  // namespace outrider
