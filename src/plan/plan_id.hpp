#pragma once

#include "outrider/model/text.hpp"
#include "outrider/plan/plan.hpp"

#include <string>

namespace outrider {

/// SHA-256 of what decides the pairs, as it may be shown: equal plans with other passwords have one id.
/// `hidden` scrubs what came from the environment.
std::string plan_id(const Plan& plan, const Scrubber& hidden);

}  // namespace outrider
