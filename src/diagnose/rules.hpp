#pragma once

#include "diagnose/pool_share.hpp"
#include "outrider/diagnose/diagnosis.hpp"

#include <deque>
#include <optional>

namespace outrider {

// The rules of section 6 that policies are put together from, each over one group of probes: what it says
// where it fires, else nothing.
std::optional<Reason> no_evidence(const Tally& tally);
std::optional<Reason> throttled(const Tally& tally);
std::optional<Reason> success_rate(const Tally& tally, const Thresholds& thresholds);
std::optional<Reason> throttle_rate(const Tally& tally, const Thresholds& thresholds);
std::optional<Reason> latency(const Tally& tally, LatencyStat stat, Micros limit);
std::optional<Reason> low_coverage(const Tally& tally, const Thresholds& thresholds);

// Those over the proxies, and over all targets.
std::optional<Reason> usable_share(const PoolShare& pool, const Thresholds& thresholds);
std::optional<Reason> sample_size(const PoolShare& pool, const Thresholds& thresholds);
std::optional<Reason> target_critical(const std::deque<TargetTotals>& targets, const Thresholds& thresholds);

/// The statistic that the latency rule looks at, as an exact number; null where nothing answered.
std::optional<Mean> statistic(const Latency& latency, LatencyStat stat);

}  // namespace outrider
