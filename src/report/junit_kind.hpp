#pragma once

#include "outrider/report/report.hpp"

#include <string>

namespace outrider {

/// JUnit's XML: the suites `targets` and `proxies`.
std::string render_junit(const DiagnosticReport& report);

}  // namespace outrider
