#pragma once

#include "outrider/report/report.hpp"

#include <string>

namespace outrider {

/// The text format of Prometheus, version 0.0.4, as node_exporter's textfile collector reads it.
std::string render_prometheus(const DiagnosticReport& report);

}  // namespace outrider
