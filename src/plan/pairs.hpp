#pragma once

#include "outrider/plan/plan.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace outrider {

/// The most probes, controls included, that one plan may hold: results are kept in memory.
inline constexpr std::uint64_t max_probes = 10'000'000;

/// The proxy of a target that has one way only; nullopt: direct.
using Route = std::optional<std::uint32_t>;

/// How many probes `pair_up` would plan with every target through every proxy.
std::uint64_t count_probes(const Plan& plan);

/// Every target through every proxy, or direct where there are none: fills `pairs`, `start_order`, `results`.
void pair_up(Plan& plan);
/// Each target by its own route.
void pair_up(Plan& plan, const std::vector<Route>& routes);

}  // namespace outrider
