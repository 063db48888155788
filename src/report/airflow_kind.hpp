#pragma once

#include "outrider/report/report.hpp"
#include "report/json_writer.hpp"

namespace outrider {

/// What Airflow takes as `default_args`.
void describe_airflow(const DiagnosticReport& report, JsonWriter& json);

}  // namespace outrider
