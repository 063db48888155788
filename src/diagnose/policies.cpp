#include "diagnose/policies.hpp"

#include "diagnose/pool_share.hpp"
#include "diagnose/rules.hpp"

#include <initializer_list>
#include <optional>

namespace outrider {
namespace {

std::vector<Reason> fired(std::initializer_list<std::optional<Reason>> rules) {
    std::vector<Reason> reasons;
    for (const auto& reason : rules) {
        if (reason) reasons.push_back(*reason);
    }
    return reasons;
}

std::vector<Reason> judge_strictly(const Tally& tally, const Thresholds& thresholds) {
    const LatencyStat stat = thresholds.latency_stat.value_or(LatencyStat::mean);
    return fired({throttled(tally), success_rate(tally, thresholds),
                  latency(tally, stat, thresholds.degraded_latency)});
}

std::vector<Reason> judge_run_strictly(const RunRecord&, const Totals& totals, const Thresholds& thresholds) {
    return judge_strictly(totals.run, thresholds);
}

std::optional<Reason> pool_latency(const Tally& tally, const Thresholds& thresholds) {
    return latency(tally, thresholds.latency_stat.value_or(LatencyStat::p50), thresholds.degraded_latency);
}

// The batch of proxies as the sites see it. Without proxies the success rate stands for the share.
std::vector<Reason> judge_pool(const RunRecord& run, const Totals& totals, const Thresholds& thresholds) {
    const auto throttling = throttle_rate(totals.run, thresholds);
    const auto slowness = pool_latency(totals.run, thresholds);
    const auto targets = target_critical(totals.targets, thresholds);
    if (run.proxies.empty())
        return fired({success_rate(totals.run, thresholds), throttling, slowness, targets});
    const PoolShare pool = pool_share(run, totals);
    return fired(
        {usable_share(pool, thresholds), throttling, slowness, sample_size(pool, thresholds), targets});
}

std::vector<Reason> judge_target_of_pool(const Tally& tally, const Thresholds& thresholds) {
    return fired(
        {success_rate(tally, thresholds), throttle_rate(tally, thresholds), pool_latency(tally, thresholds)});
}

constexpr PolicyRules strict{strict_word, judge_run_strictly, judge_strictly};
constexpr PolicyRules pool{pool_word, judge_pool, judge_target_of_pool};

bool is_pool(const RunRecord& run) {
    constexpr std::uint64_t fewest = 20;
    const std::optional<std::uint64_t> size = pool_size(run);
    return !size || *size >= fewest;
}

}  // namespace

const PolicyRules& policy_for(Policy asked, const RunRecord& run) {
    switch (asked) {
        case Policy::automatic:
            return is_pool(run) ? pool : strict;
        case Policy::strict:
            return strict;
        case Policy::pool:
            return pool;
    }
    return strict;
}

}  // namespace outrider
