#pragma once

#include "json_schema/validator.hpp"

#include <nlohmann/json.hpp>

namespace integration {

/// The schema of the report, as `outrider schema report` prints it.
const json_schema::Validator& report_schema();

/// What holds of every report, whatever was probed: its schema, the keys and their order, and numbers that
/// follow from each other. Faults are failures of the running test.
void check_report(const nlohmann::ordered_json& report);

}  // namespace integration
