#pragma once

#include "outrider.hpp"

#include <string>
#include <vector>

namespace integration {

/// The three targets of the seed's example at an origin ("http://127.0.0.1:8080").
std::vector<std::string> seed_targets(const std::string& origin);
/// That the report says of them what the contract says, by whatever way they were probed.
void expect_seed_diagnosis(const Report& report);

}  // namespace integration
