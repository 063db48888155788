#include "outrider/diagnose/diagnosis.hpp"

#include "diagnose/notes.hpp"
#include "diagnose/policies.hpp"
#include "diagnose/rules.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace outrider {
namespace {

constexpr std::array<std::string_view, state_count> state_words{"HEALTHY", "DEGRADED", "CRITICAL"};
constexpr std::array<std::string_view, state_count> action_words{"dispatch", "reduce", "halt"};
constexpr std::array<std::string_view, rule_count> rule_words{
    "no_evidence", "throttled",   "success_rate",    "usable_share", "throttle_rate",
    "latency",     "sample_size", "target_critical", "low_coverage"};

State worst(const std::vector<Reason>& reasons) {
    State state = State::healthy;
    for (const Reason& reason : reasons)
        state = std::max(state, reason.severity);
    return state;
}

// Of the most severe rules the first one decided, so it comes first.
void put_in_order(std::vector<Reason>& reasons) {
    std::sort(reasons.begin(), reasons.end(), [](const Reason& a, const Reason& b) {
        return std::pair(b.severity, a.rule) < std::pair(a.severity, b.rule);
    });
}

}  // namespace

std::string_view to_string(State state) {
    return state_words[static_cast<std::size_t>(state)];
}
std::string_view action_of(State state) {
    return action_words[static_cast<std::size_t>(state)];
}
std::string_view to_string(Rule rule) {
    return rule_words[static_cast<std::size_t>(rule)];
}

Thresholds thresholds_of(const Settings& settings) {
    return {.policy = settings.policy,
            .critical_success_rate = settings.critical_success_rate,
            .degraded_success_rate = settings.degraded_success_rate,
            .critical_throttle_rate = settings.critical_throttle_rate,
            .degraded_throttle_rate = settings.degraded_throttle_rate,
            .degraded_latency = settings.degraded_latency,
            .latency_stat = settings.latency_stat,
            .min_coverage = settings.min_coverage};
}

HealthDiagnosis diagnose(const RunRecord& run, const Totals& totals, const Thresholds& thresholds) {
    HealthDiagnosis diagnosis;
    const PolicyRules& policy = policy_for(thresholds.policy, run);
    diagnosis.policy = policy.word;
    diagnosis.reasons = policy.judge_run(run, totals, thresholds);
    for (const auto& reason : {no_evidence(totals.run), low_coverage(totals.run, thresholds)}) {
        if (reason) diagnosis.reasons.push_back(*reason);
    }
    put_in_order(diagnosis.reasons);
    diagnosis.state = worst(diagnosis.reasons);
    diagnosis.notes = notes_on(run, totals);
    diagnosis.targets.reserve(totals.targets.size());
    for (const TargetTotals& target : totals.targets) {
        auto& state = diagnosis.targets.emplace_back();
        if (target.tally.completed() > 0) state = worst(policy.judge_target(target.tally, thresholds));
    }
    return diagnosis;
}

}  // namespace outrider
