#pragma once

#include "outrider/diagnose/diagnosis.hpp"

#include <string_view>
#include <vector>

namespace outrider {

/// A policy: its word, and which of its rules fire over a run and over one target.
struct PolicyRules {
    std::string_view word;
    std::vector<Reason> (*judge_run)(const RunRecord& run, const Totals& totals,
                                     const Thresholds& thresholds);
    std::vector<Reason> (*judge_target)(const Tally& tally, const Thresholds& thresholds);
};

/// The one that was asked for; `automatic` is pool with 20 proxies or more or a rotating one, else strict.
const PolicyRules& policy_for(Policy asked, const RunRecord& run);

}  // namespace outrider
