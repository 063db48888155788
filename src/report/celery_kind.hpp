#pragma once

#include "outrider/report/report.hpp"
#include "report/json_writer.hpp"

namespace outrider {

/// What a Celery task takes as its options.
void describe_celery(const DiagnosticReport& report, JsonWriter& json);

}  // namespace outrider
