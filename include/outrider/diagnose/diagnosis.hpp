#pragma once

#include "outrider/model/settings.hpp"
#include "outrider/stats/totals.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace outrider {

enum class State { healthy, degraded, critical };
inline constexpr std::size_t state_count = 3;
std::string_view to_string(State state);  ///< "HEALTHY", ...
std::string_view action_of(State state);  ///< "dispatch", "reduce", "halt"

/// The policies that can decide, in the words of the report.
inline constexpr std::string_view strict_word = "strict";
inline constexpr std::string_view pool_word = "pool";

/// What decides: the thresholds of the command line. Rates are decimals of at most 15 places, taken exactly:
/// 9 of 10 are not below 0.9.
struct Thresholds {
    Policy policy = Policy::automatic;  ///< pool with 20 proxies or more or a rotating one, else strict
    double critical_success_rate = 0.5;
    double degraded_success_rate = 0.9;
    double critical_throttle_rate = 0.2;  ///< of policy pool alone, as the next
    double degraded_throttle_rate = 0.02;
    Micros degraded_latency{2'000'000};
    std::optional<LatencyStat> latency_stat;  ///< nullopt: the policy's own, strict mean and pool p50
    double min_coverage = 0.5;
};
Thresholds thresholds_of(const Settings& settings);

enum class Rule {
    no_evidence,
    throttled,
    success_rate,
    usable_share,
    throttle_rate,
    latency,
    sample_size,
    target_critical,
    low_coverage,
};
inline constexpr std::size_t rule_count = 9;
std::string_view to_string(Rule rule);

/// A number of a reason, not rounded, in the unit of its rule: a count, a rate, a latency, or the bound of an
/// interval.
using Figure = std::variant<std::uint64_t, Ratio, Mean, double>;

/// A rule that fired, with what was seen and the most severe threshold that was crossed.
struct Reason {
    Rule rule;
    State severity;
    std::string message;  ///< for people
    Figure observed;
    Figure threshold;
};

/// What the results mean: the state of the run and of each target, and why.
struct HealthDiagnosis {
    State state = State::critical;
    std::string policy{strict_word};  ///< or pool_word: the one that decided
    std::vector<Reason> reasons;      ///< the deciding one first
    std::vector<std::string> notes;
    std::vector<std::optional<State>> targets;  ///< one a target; null where none of its probes completed
};

/// What the initial delay was taken from.
enum class BackoffBasis { state, retry_after, latency };
inline constexpr std::size_t backoff_basis_count = 3;
std::string_view to_string(BackoffBasis basis);

/// How to retry: the floor of the state, moved by the evidence (contract, section 7).
struct BackoffParams {
    std::uint32_t initial_delay_s = 1;
    std::uint32_t max_delay_s = 10;
    std::uint32_t max_retries = 2;
    std::uint32_t multiplier = 2;
    bool full_jitter = true;
    BackoffBasis basis = BackoffBasis::state;
    std::vector<std::uint32_t> delays_s;  ///< min(max_delay_s, initial_delay_s * 2^k) for k < max_retries
};

/// How much to dispatch, and to which part of the proxies. The counts are null without proxies, the share and
/// its bounds also where none was tested.
struct DispatchAdvice {
    double concurrency_factor = 0;
    std::optional<Quota> max_requests_per_second;
    std::optional<std::uint64_t> usable_proxies;
    std::optional<std::uint64_t> tested_proxies;
    std::optional<Ratio> usable_share;
    std::optional<double> usable_share_low;
    std::optional<double> usable_share_high;
};

/// A function of the set of results: their order changes nothing.
HealthDiagnosis diagnose(const RunRecord& run, const Totals& totals, const Thresholds& thresholds);
BackoffParams back_off(State state, const Totals& totals);
DispatchAdvice advise(State state, const RunRecord& run, const Totals& totals);

}  // namespace outrider
