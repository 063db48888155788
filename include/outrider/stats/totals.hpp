#pragma once

#include "outrider/model/outcome.hpp"
#include "outrider/model/rational.hpp"
#include "outrider/model/run.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace outrider {

/// A mean of whole microseconds, kept exact.
struct Mean {
    std::int64_t sum_us = 0;
    std::uint64_t count = 0;
};

/// Nearest-rank percentiles over latencies; all null where count is 0.
struct Latency {
    std::uint64_t count = 0;
    std::optional<Micros> min, p50, p90, p95, p99, max;
    Mean mean;
    std::optional<double> stddev_us;  ///< of the population
};

struct PhaseStats {
    std::optional<Micros> p50, p95;
};

/// Counts of one group of probes: the run, one target, or one proxy. Controls are in none of them.
struct Tally {
    std::uint64_t planned = 0;
    std::uint64_t abandoned = 0;
    std::uint64_t local_errors = 0;
    std::uint64_t successes = 0;
    std::uint64_t throttled = 0;
    std::array<std::uint64_t, outcome_count> outcomes{};
    std::array<std::uint64_t, error_count> errors{};
    Latency latency;

    std::uint64_t completed() const { return planned - abandoned - local_errors; }
    Ratio success_rate() const { return {successes, completed()}; }
    Ratio coverage() const { return {completed(), planned}; }
    std::uint64_t count(Outcome outcome) const { return outcomes[static_cast<std::size_t>(outcome)]; }
};

enum class Verdict { usable, banned, challenged, throttled, failed, unproven, untested };
inline constexpr std::size_t verdict_count = 7;
std::string_view to_string(Verdict verdict);

struct TargetTotals {
    Tally tally;
    std::optional<Outcome> control;
    std::uint64_t requests = 0;  ///< control and redirect hops included
    std::optional<Quota> quota;  ///< the smallest q / w seen
};
struct ProxyTotals {
    Tally tally;
    Verdict verdict = Verdict::untested;
};

/// Everything that the results add up to.
struct Totals {
    Tally run;
    std::uint64_t controls = 0;
    std::map<int, std::uint64_t> statuses;
    std::map<std::string, std::uint64_t> vendors;
    std::map<std::string, std::uint64_t> edges;
    std::array<PhaseStats, phase_count> phases{};
    std::vector<TargetTotals> targets;
    std::vector<ProxyTotals> proxies;
    std::array<std::uint64_t, verdict_count> verdicts{};
    std::uint64_t tested_proxies = 0;
    std::optional<std::uint32_t> retry_after_s;  ///< 99th percentile of the waits asked for; null when 0
    std::string retry_after_raw;
};

/// Whether an answer counts as throttled: rate_limited, or challenged or banned with status 429.
bool is_throttled(const ProbeResult& result);

/// A function of the set of results: their order moves no number.
Totals total(const RunRecord& run);

}  // namespace outrider
