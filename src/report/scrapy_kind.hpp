#pragma once

#include "outrider/report/report.hpp"

#include <string>

namespace outrider {

/// A Python module for the settings of a Scrapy project: what Scrapy itself knows by these names, and the
/// rest as OUTRIDER_*.
std::string render_scrapy(const DiagnosticReport& report);

}  // namespace outrider
