#pragma once

#include "outrider/diagnose/diagnosis.hpp"

#include <optional>
#include <vector>

namespace outrider {

// The rules of section 6 that policies are put together from, each over one group of probes: what it says
// where it fires, else nothing.
std::optional<Reason> no_evidence(const Tally& tally);
std::optional<Reason> throttled(const Tally& tally);
std::optional<Reason> success_rate(const Tally& tally, const Thresholds& thresholds);
std::optional<Reason> latency(const Tally& tally, const Thresholds& thresholds);
std::optional<Reason> low_coverage(const Tally& tally, const Thresholds& thresholds);

/// The statistic that the latency rule looks at, as an exact number; null where nothing answered.
std::optional<Mean> statistic(const Latency& latency, LatencyStat stat);

/// The rules of policy `strict` that fire over a run, or over one target.
std::vector<Reason> judge_strictly(const Tally& tally, const Thresholds& thresholds);

}  // namespace outrider
