#pragma once

#include "outrider/plan/plan.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace outrider {

/// The most probes, controls included, that all shards of one plan may hold: results are kept in memory.
inline constexpr std::uint64_t max_probes = 10'000'000;

/// The proxy of a target that has one way only; nullopt: direct.
using Route = std::optional<std::uint32_t>;

/// How many probes all shards of the plan hold, controls included.
std::uint64_t count_probes(const Plan& plan, const std::vector<Route>& routes = {});

/// Pairs each target with every proxy, or with none where there are none, or by its own of `routes`; fills
/// `pairs`, `start_order`, `results` and the shard's total.
///
/// What is probed: of the sample that `draw_pairs` makes, in the order of the report (by target, then proxy),
/// every N-th pair from the I-th, with `shard` I of N. A target's control is in shard (target mod N),
/// whatever was drawn.
///
/// In which order: rounds, in each of which every target has one pair, as long as it has any; in a target's
/// own order, and in a round, first comes what was drawn first. For a whole plan and a sample this is the
/// order of the draw. A control starts just before the first pair of its target, or last where that has none
/// here.
void pair_up(Plan& plan, const std::vector<Route>& routes = {});

}  // namespace outrider
