#pragma once

#include "outrider/plan/plan.hpp"

#include <optional>
#include <string>

namespace outrider {

/// A warning where one target host is to get more than 1,000 probes and neither `--per-host` nor `--ramp`
/// spreads them: the probe must not cause the ban that it looks for.
std::optional<std::string> crowding_warning(const Plan& plan);

}  // namespace outrider
