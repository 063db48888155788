#pragma once

#include "outrider/model/text.hpp"
#include "outrider/plan/plan.hpp"
#include "plan/pairs.hpp"

#include <string>
#include <vector>

namespace outrider {

/// SHA-256 of what decides the pairs of all shards, as it may be shown: equal plans with other passwords have
/// one id, and so have the shards of one plan. `routes` as in pair_up; `hidden` scrubs what came from the
/// environment.
std::string plan_id(const Plan& plan, const std::vector<Route>& routes, const Scrubber& hidden);

}  // namespace outrider
