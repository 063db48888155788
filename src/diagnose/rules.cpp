#include "diagnose/rules.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace outrider {
namespace {

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.7g", value);
    return text;
}

std::string percent(double rate) {
    return number(rate * 100) + " %";
}

std::string milliseconds(Mean mean) {
    return number(static_cast<double>(mean.sum_us) / static_cast<double>(mean.count) / 1000) + " ms";
}

// "2 of 3 completed probes"
std::string part_of(Ratio ratio, std::string_view kind) {
    std::string text = std::to_string(ratio.part) + " of " + std::to_string(ratio.whole) + ' ';
    return text.append(kind).append(ratio.whole == 1 ? " probe" : " probes");
}

std::string were_throttled(const Tally& tally) {
    return part_of({tally.throttled, tally.completed()}, "completed") +
           (tally.throttled == 1 ? " was throttled" : " were throttled");
}

std::string proxies(std::uint64_t count) {
    return std::to_string(count) + (count == 1 ? " proxy" : " proxies");
}

std::string_view name_of(LatencyStat stat) {
    switch (stat) {
        case LatencyStat::mean:
            return "mean";
        case LatencyStat::p50:
            return "p50";
        case LatencyStat::p90:
            return "p90";
        case LatencyStat::p95:
            return "p95";
        case LatencyStat::p99:
            return "p99";
    }
    return "";
}

}  // namespace

std::optional<Reason> no_evidence(const Tally& tally) {
    if (tally.completed() != 0) return std::nullopt;
    const std::string message = part_of({0, tally.planned}, "planned") + " completed";
    return Reason{Rule::no_evidence, State::critical, message, std::uint64_t{0}, std::uint64_t{1}};
}

std::optional<Reason> throttled(const Tally& tally) {
    if (tally.throttled == 0) return std::nullopt;
    return Reason{Rule::throttled, State::critical, were_throttled(tally), tally.throttled, std::uint64_t{1}};
}

std::optional<Reason> success_rate(const Tally& tally, const Thresholds& thresholds) {
    const Ratio rate = tally.success_rate();
    const bool critical = less(rate, exact(thresholds.critical_success_rate));
    if (!critical && !less(rate, exact(thresholds.degraded_success_rate))) return std::nullopt;
    const double threshold = critical ? thresholds.critical_success_rate : thresholds.degraded_success_rate;
    const std::string message = part_of(rate, "completed") + " succeeded, less than " + percent(threshold);
    return Reason{Rule::success_rate, critical ? State::critical : State::degraded, message, rate,
                  exact(threshold)};
}

std::optional<Reason> throttle_rate(const Tally& tally, const Thresholds& thresholds) {
    const Ratio rate{tally.throttled, tally.completed()};
    const bool critical = !less(rate, exact(thresholds.critical_throttle_rate));
    if (!critical && less(rate, exact(thresholds.degraded_throttle_rate))) return std::nullopt;
    const double threshold = critical ? thresholds.critical_throttle_rate : thresholds.degraded_throttle_rate;
    const std::string message = were_throttled(tally) + ", " + percent(threshold) + " or more";
    return Reason{Rule::throttle_rate, critical ? State::critical : State::degraded, message, rate,
                  exact(threshold)};
}

std::optional<Mean> statistic(const Latency& latency, LatencyStat stat) {
    if (latency.count == 0) return std::nullopt;
    const auto one = [](const std::optional<Micros>& value) { return Mean{value->count(), 1}; };
    switch (stat) {
        case LatencyStat::mean:
            return latency.mean;
        case LatencyStat::p50:
            return one(latency.p50);
        case LatencyStat::p90:
            return one(latency.p90);
        case LatencyStat::p95:
            return one(latency.p95);
        case LatencyStat::p99:
            return one(latency.p99);
    }
    return std::nullopt;
}

std::optional<Reason> latency(const Tally& tally, LatencyStat stat, Micros limit) {
    const std::optional<Mean> seen = statistic(tally.latency, stat);
    if (!seen || !over(*seen, limit)) return std::nullopt;
    const Mean threshold{limit.count(), 1};
    const std::string message = std::string(name_of(stat)) + " latency " + milliseconds(*seen) + " is over " +
                                milliseconds(threshold);
    return Reason{Rule::latency, State::degraded, message, *seen, threshold};
}

std::optional<Reason> low_coverage(const Tally& tally, const Thresholds& thresholds) {
    const Ratio coverage = tally.coverage();
    if (!less(coverage, exact(thresholds.min_coverage))) return std::nullopt;
    const std::string message =
        part_of(coverage, "planned") + " completed, less than " + percent(thresholds.min_coverage);
    return Reason{Rule::low_coverage, State::degraded, message, coverage, exact(thresholds.min_coverage)};
}

std::optional<Reason> usable_share(const PoolShare& pool, const Thresholds& thresholds) {
    const bool critical = less(pool.share, exact(thresholds.critical_success_rate));
    if (!critical && !less(pool.share, exact(thresholds.degraded_success_rate))) return std::nullopt;
    const double threshold = critical ? thresholds.critical_success_rate : thresholds.degraded_success_rate;
    const std::string message = std::to_string(pool.share.part) + " of " + proxies(pool.share.whole) +
                                " tested " + (pool.share.part == 1 ? "is" : "are") + " usable, less than " +
                                percent(threshold);
    return Reason{Rule::usable_share, critical ? State::critical : State::degraded, message, pool.share,
                  exact(threshold)};
}

std::optional<Reason> sample_size(const PoolShare& pool, const Thresholds& thresholds) {
    if (!pool.interval || pool.interval->low >= thresholds.critical_success_rate) return std::nullopt;
    // Rounded down, so that what is shown as less is less.
    const double shown = std::floor(pool.interval->low * 10'000) / 10'000;
    const std::string message = proxies(pool.share.whole) + " tested: the usable share may be " +
                                percent(shown) + ", less than " + percent(thresholds.critical_success_rate);
    return Reason{Rule::sample_size, State::degraded, message, pool.interval->low,
                  exact(thresholds.critical_success_rate)};
}

std::optional<Reason> target_critical(const std::deque<TargetTotals>& targets, const Thresholds& thresholds) {
    const Ratio limit = exact(thresholds.critical_success_rate);
    const auto count = std::count_if(targets.begin(), targets.end(), [&](const TargetTotals& target) {
        return target.tally.completed() > 0 && less(target.tally.success_rate(), limit);
    });
    if (count == 0) return std::nullopt;
    const std::string message = std::to_string(count) + " of " + std::to_string(targets.size()) +
                                (targets.size() == 1 ? " target" : " targets") +
                                (count == 1 ? " has" : " have") + " a success rate below " +
                                percent(thresholds.critical_success_rate);
    return Reason{Rule::target_critical, State::degraded, message, static_cast<std::uint64_t>(count),
                  std::uint64_t{1}};
}

}  // namespace outrider
