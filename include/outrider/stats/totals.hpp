#pragma once

#include "outrider/model/outcome.hpp"
#include "outrider/model/rational.hpp"
#include "outrider/model/run.hpp"
#include "outrider/stats/exact.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace outrider {

/// Nearest-rank percentiles over latencies; all null where count is 0.
struct Latency {
    std::uint64_t count = 0;
    std::optional<Micros> min, p50, p90, p95, p99, max;
    Mean mean;
    std::optional<Micros> stddev;  ///< of the population, to the nearest microsecond
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
    std::uint64_t proxy_faults = 0;  ///< proxy_error or network_error with blame `proxy`
    std::array<std::uint64_t, outcome_count> outcomes{};
    std::array<std::uint32_t, error_count> errors{};
    Latency latency;

    std::uint64_t completed() const { return planned - abandoned - local_errors; }
    Ratio success_rate() const { return {successes, completed()}; }
    Ratio coverage() const { return {completed(), planned}; }
    std::uint64_t count(Outcome outcome) const { return outcomes[static_cast<std::size_t>(outcome)]; }
};

/// What is to be thought of one proxy; failures in the order in which a tie is settled.
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
    std::deque<TargetTotals> targets;
    std::deque<ProxyTotals> proxies;
    std::array<std::uint64_t, verdict_count> verdicts{};
    std::uint64_t tested_proxies = 0;
    std::optional<std::uint32_t> retry_after_s;  ///< 99th percentile of the waits asked for; null when 0
    std::string retry_after_raw;
};

/// The verdict on a proxy by the probes that went through it.
Verdict verdict_of(const Tally& tally);

/// Whether an answer counts as throttled: rate_limited, or challenged or banned with status 429.
bool is_throttled(const ProbeResult& result);

/// Adds up all results. Their order moves no number; only `retry_after_raw` is the first with that wait.
/// The indexes of every result are within `run.targets` and `run.proxies`.
Totals total(const RunRecord& run);

}  // namespace outrider
