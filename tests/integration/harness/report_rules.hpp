#pragma once

#include <nlohmann/json.hpp>

namespace integration {

/// What holds of every report, whatever was probed: the keys and their order, and numbers that follow from
/// each other. Faults are failures of the running test.
void check_report(const nlohmann::ordered_json& report);

}  // namespace integration
