#pragma once

#include "outrider/report/report.hpp"

#include <string>

namespace outrider {

/// One page that needs nothing else and holds a bounded number of rows.
std::string render_html(const DiagnosticReport& report);

}  // namespace outrider
