#pragma once

#include "outrider/report/report.hpp"

#include <string>

namespace outrider {

/// GitHub's Markdown for the summary of a job. However large the run is, it stays far below the 1 MiB that a
/// step may write.
std::string render_github(const DiagnosticReport& report);

}  // namespace outrider
