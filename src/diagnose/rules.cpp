#include "diagnose/rules.hpp"

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
    const std::string message = part_of({tally.throttled, tally.completed()}, "completed") +
                                (tally.throttled == 1 ? " was throttled" : " were throttled");
    return Reason{Rule::throttled, State::critical, message, tally.throttled, std::uint64_t{1}};
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

std::optional<Reason> latency(const Tally& tally, const Thresholds& thresholds) {
    const std::optional<Mean> seen = statistic(tally.latency, thresholds.latency_stat);
    if (!seen || !over(*seen, thresholds.degraded_latency)) return std::nullopt;
    const Mean limit{thresholds.degraded_latency.count(), 1};
    const std::string message = std::string(name_of(thresholds.latency_stat)) + " latency " +
                                milliseconds(*seen) + " is over " + milliseconds(limit);
    return Reason{Rule::latency, State::degraded, message, *seen, limit};
}

std::optional<Reason> low_coverage(const Tally& tally, const Thresholds& thresholds) {
    const Ratio coverage = tally.coverage();
    if (!less(coverage, exact(thresholds.min_coverage))) return std::nullopt;
    const std::string message =
        part_of(coverage, "planned") + " completed, less than " + percent(thresholds.min_coverage);
    return Reason{Rule::low_coverage, State::degraded, message, coverage, exact(thresholds.min_coverage)};
}

std::vector<Reason> judge_strictly(const Tally& tally, const Thresholds& thresholds) {
    std::vector<Reason> reasons;
    const auto fire = [&](std::optional<Reason> reason) {
        if (reason) reasons.push_back(*std::move(reason));
    };
    fire(throttled(tally));
    fire(success_rate(tally, thresholds));
    fire(latency(tally, thresholds));
    return reasons;
}

}  // namespace outrider
