#pragma once

#include "outrider/report/report.hpp"
#include "report/json_writer.hpp"

namespace outrider {

/// The one description of the report: every key in the contract's order (section 8), nulls included.
void describe(const DiagnosticReport& report, JsonWriter& json);
/// The same in lines: each result of its own, then all the rest.
void describe_by_line(const DiagnosticReport& report, JsonWriter& json);

}  // namespace outrider
