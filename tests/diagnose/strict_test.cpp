#include "outrider/diagnose/diagnosis.hpp"
#include "stats/results.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace outrider {
namespace {

using testing::add;
using testing::ms;
using testing::ResultOf;
using testing::run_over;
using testing::success;
using testing::throttled;

const ProbeResult failure = ResultOf(Outcome::server_error).answered(500, ms(1)).blame(Blame::target);
const ProbeResult not_started = ResultOf(Error::not_started);

HealthDiagnosis diagnosis_of(const RunRecord& run, const Thresholds& thresholds = {}) {
    return diagnose(run, total(run), thresholds);
}

std::vector<Rule> rules_of(const HealthDiagnosis& diagnosis) {
    std::vector<Rule> rules;
    for (const Reason& reason : diagnosis.reasons)
        rules.push_back(reason.rule);
    return rules;
}

// `good` of `all` probes succeeded.
RunRecord with_rate(std::size_t good, std::size_t all) {
    RunRecord run = run_over(1);
    add(run, success(), good);
    add(run, failure, all - good);
    return run;
}

TEST(Strict, HealthyNeedsNoReason) {
    const HealthDiagnosis diagnosis = diagnosis_of(with_rate(10, 10));
    EXPECT_EQ(diagnosis.state, State::healthy);
    EXPECT_EQ(diagnosis.policy, "strict");
    EXPECT_TRUE(diagnosis.reasons.empty());
    EXPECT_TRUE(diagnosis.notes.empty());
}

TEST(Strict, TheSuccessRateMeetsItsThresholdsExactly) {
    struct Case {
        std::size_t good, all;
        State state;
    };
    const Case cases[] = {
        {9, 10, State::healthy},      {899, 1000, State::degraded}, {900, 1000, State::healthy},
        {8, 9, State::degraded},      {1, 2, State::degraded},      {499, 1000, State::critical},
        {500, 1000, State::degraded}, {0, 1, State::critical},      {8'999, 10'000, State::degraded},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(diagnosis_of(with_rate(c.good, c.all)).state, c.state) << c.good << " of " << c.all;
    }
}

TEST(Strict, ReasonsNameTheMostSevereThresholdCrossed) {
    const Reason degraded = diagnosis_of(with_rate(2, 3)).reasons.at(0);
    EXPECT_EQ(degraded.rule, Rule::success_rate);
    EXPECT_EQ(degraded.severity, State::degraded);
    EXPECT_EQ(degraded.observed, Figure(Ratio{2, 3}));
    EXPECT_EQ(degraded.threshold, Figure(exact(0.9)));
    EXPECT_EQ(degraded.message, "2 of 3 completed probes succeeded, less than 90 %");
    const Reason critical = diagnosis_of(with_rate(1, 3)).reasons.at(0);
    EXPECT_EQ(critical.severity, State::critical);
    EXPECT_EQ(critical.threshold, Figure(exact(0.5)));
}

TEST(Strict, OneThrottledAnswerIsCritical) {
    RunRecord run = run_over(1);
    add(run, success(), 99);
    add(run, throttled());
    const HealthDiagnosis diagnosis = diagnosis_of(run);
    EXPECT_EQ(diagnosis.state, State::critical);
    ASSERT_EQ(rules_of(diagnosis), std::vector{Rule::throttled});
    EXPECT_EQ(diagnosis.reasons[0].observed, Figure(std::uint64_t{1}));
    EXPECT_EQ(diagnosis.reasons[0].threshold, Figure(std::uint64_t{1}));
    EXPECT_EQ(diagnosis.reasons[0].message, "1 of 100 completed probes was throttled");
}

TEST(Strict, MessagesGetTheirNumberRight) {
    RunRecord run = run_over(1);
    add(run, throttled());
    EXPECT_EQ(diagnosis_of(run).reasons.at(0).message, "1 of 1 completed probe was throttled");
    add(run, throttled());
    EXPECT_EQ(diagnosis_of(run).reasons.at(0).message, "2 of 2 completed probes were throttled");
}

TEST(Strict, MeanLatencyOverTheLimitIsDegraded) {
    RunRecord run = run_over(1);
    add(run, success(ms(1000)));
    add(run, success(ms(3000)));
    EXPECT_EQ(diagnosis_of(run).state, State::healthy);  // 2000 ms is not over 2000 ms
    run.results[1].latency = Micros{3'000'001};
    const HealthDiagnosis diagnosis = diagnosis_of(run);
    EXPECT_EQ(diagnosis.state, State::degraded);
    ASSERT_EQ(rules_of(diagnosis), std::vector{Rule::latency});
    EXPECT_EQ(diagnosis.reasons[0].observed, Figure(Mean{4'000'001, 2}));
    EXPECT_EQ(diagnosis.reasons[0].threshold, Figure(Mean{2'000'000, 1}));
}

TEST(Strict, TheLatencyStatisticCanBeChosen) {
    RunRecord run = run_over(1);
    for (int i = 1; i <= 100; ++i)
        add(run, success(ms(i)));
    const std::pair<LatencyStat, Mean> cases[] = {
        {LatencyStat::mean, {5'050'000, 100}}, {LatencyStat::p50, {50'000, 1}},
        {LatencyStat::p90, {90'000, 1}},       {LatencyStat::p95, {95'000, 1}},
        {LatencyStat::p99, {99'000, 1}},
    };
    for (const auto& [stat, seen] : cases) {
        Thresholds thresholds;
        thresholds.latency_stat = stat;
        thresholds.degraded_latency = ms(10);
        EXPECT_EQ(diagnosis_of(run, thresholds).reasons.at(0).observed, Figure(seen));
    }
    Thresholds thresholds;
    thresholds.latency_stat = LatencyStat::p90;
    thresholds.degraded_latency = Micros{89'999};
    EXPECT_EQ(diagnosis_of(run, thresholds).reasons.at(0).message, "p90 latency 90 ms is over 89.999 ms");
}

TEST(Strict, NoEvidenceIsCritical) {
    RunRecord run = run_over(2);
    add(run, not_started, 3);
    add(run, ResultOf(Error::local_network).target(1));
    const HealthDiagnosis diagnosis = diagnosis_of(run);
    EXPECT_EQ(diagnosis.state, State::critical);
    EXPECT_EQ(rules_of(diagnosis), (std::vector{Rule::no_evidence, Rule::success_rate, Rule::low_coverage}));
    EXPECT_EQ(diagnosis.reasons[0].observed, Figure(std::uint64_t{0}));
    EXPECT_EQ(diagnosis.reasons[0].threshold, Figure(std::uint64_t{1}));
    EXPECT_EQ(diagnosis.reasons[0].message, "0 of 4 planned probes completed");
    EXPECT_EQ(diagnosis.targets, (std::vector<std::optional<State>>{std::nullopt, std::nullopt}));
}

TEST(Strict, LowCoverageIsAtLeastDegraded) {
    RunRecord run = run_over(1);
    add(run, success(), 1);
    add(run, not_started, 1);
    EXPECT_EQ(diagnosis_of(run).state, State::healthy);  // half is not less than half
    add(run, not_started, 1);
    const HealthDiagnosis diagnosis = diagnosis_of(run);
    EXPECT_EQ(diagnosis.state, State::degraded);
    ASSERT_EQ(rules_of(diagnosis), std::vector{Rule::low_coverage});
    EXPECT_EQ(diagnosis.reasons[0].observed, Figure(Ratio{1, 3}));
    EXPECT_EQ(diagnosis.reasons[0].threshold, Figure(exact(0.5)));
    EXPECT_EQ(diagnosis.reasons[0].message, "1 of 3 planned probes completed, less than 50 %");
}

TEST(Strict, ThresholdsCanBeMoved) {
    Thresholds thresholds;
    thresholds.critical_success_rate = 0;
    thresholds.degraded_success_rate = 0;
    EXPECT_EQ(diagnosis_of(with_rate(0, 3), thresholds).state, State::healthy);
    thresholds.critical_success_rate = 1;
    EXPECT_EQ(diagnosis_of(with_rate(2, 3), thresholds).state, State::critical);
    EXPECT_EQ(diagnosis_of(with_rate(3, 3), thresholds).state, State::healthy);
    RunRecord run = run_over(1);
    add(run, success());
    add(run, not_started, 99);
    thresholds.min_coverage = 0;
    EXPECT_EQ(diagnosis_of(run, thresholds).state, State::healthy);
}

TEST(Strict, TheDecidingReasonComesFirstThenSeverityThenOrder) {
    RunRecord run = run_over(1);
    add(run, throttled(ms(9000)));
    add(run, success(ms(9000)), 2);
    add(run, not_started, 4);
    EXPECT_EQ(rules_of(diagnosis_of(run)),
              (std::vector{Rule::throttled, Rule::success_rate, Rule::latency, Rule::low_coverage}));

    RunRecord slow = run_over(1);  // latency precedes low_coverage, but success_rate alone is critical
    add(slow, success(ms(9000)), 1);
    add(slow, failure, 2);
    slow.results[1].latency = ms(9000);
    add(slow, not_started, 4);
    const HealthDiagnosis diagnosis = diagnosis_of(slow);
    EXPECT_EQ(rules_of(diagnosis), (std::vector{Rule::success_rate, Rule::latency, Rule::low_coverage}));
    EXPECT_EQ(diagnosis.reasons[0].severity, State::critical);
    EXPECT_EQ(diagnosis.reasons[1].severity, State::degraded);
}

TEST(Strict, ATargetIsJudgedByItsOwnProbes) {
    RunRecord run = run_over(5);
    add(run, success().target(0));
    add(run, throttled().target(1));
    add(run, success(ms(2001)).target(2));
    add(run, ResultOf(Error::not_started).target(3));
    add(run, success().target(3).control());
    add(run, success().target(4), 1);
    add(run, ResultOf(Error::not_started).target(4), 9);  // coverage is the run's affair
    EXPECT_EQ(diagnosis_of(run).targets,
              (std::vector<std::optional<State>>{State::healthy, State::critical, State::degraded,
                                                 std::nullopt, State::healthy}));
}

TEST(Strict, ControlsChangeNothing) {
    RunRecord run = with_rate(10, 10);
    add(run, throttled(ms(60'000)).control(), 20);
    const HealthDiagnosis diagnosis = diagnosis_of(run);
    EXPECT_EQ(diagnosis.state, State::healthy);
    EXPECT_EQ(diagnosis.targets.at(0), State::healthy);
}

TEST(Strict, TheStateDoesNotDependOnTheOrderOfResults) {
    std::mt19937 random(1);
    for (int round = 0; round < 100; ++round) {
        RunRecord run = run_over(1);
        add(run, success(ms(random() % 4000)), random() % 30);
        add(run, failure, random() % 5);
        add(run, not_started, random() % 30);
        if (random() % 8 == 0) add(run, throttled());
        const HealthDiagnosis first = diagnosis_of(run);
        std::shuffle(run.results.begin(), run.results.end(), random);
        const HealthDiagnosis second = diagnosis_of(run);
        ASSERT_EQ(first.state, second.state);
        ASSERT_EQ(rules_of(first), rules_of(second));
    }
}

TEST(Thresholds, ComeFromTheSettings) {
    Settings settings;
    Thresholds thresholds = thresholds_of(settings);
    EXPECT_EQ(thresholds.policy, Policy::automatic);
    EXPECT_EQ(thresholds.critical_throttle_rate, 0.2);
    EXPECT_EQ(thresholds.degraded_throttle_rate, 0.02);
    EXPECT_EQ(thresholds.latency_stat, std::nullopt);
    EXPECT_EQ(thresholds.critical_success_rate, 0.5);
    EXPECT_EQ(thresholds.degraded_success_rate, 0.9);
    EXPECT_EQ(thresholds.degraded_latency, ms(2000));
    EXPECT_EQ(thresholds.min_coverage, 0.5);
    settings.policy = Policy::pool;
    settings.critical_throttle_rate = 0.4;
    settings.degraded_throttle_rate = 0.6;
    settings.latency_stat = LatencyStat::p95;
    settings.critical_success_rate = 0.1;
    settings.degraded_success_rate = 0.2;
    settings.degraded_latency = ms(7);
    settings.min_coverage = 0.3;
    thresholds = thresholds_of(settings);
    EXPECT_EQ(thresholds.policy, Policy::pool);
    EXPECT_EQ(thresholds.critical_throttle_rate, 0.4);
    EXPECT_EQ(thresholds.degraded_throttle_rate, 0.6);
    EXPECT_EQ(thresholds.latency_stat, LatencyStat::p95);
    EXPECT_EQ(thresholds.critical_success_rate, 0.1);
    EXPECT_EQ(thresholds.degraded_success_rate, 0.2);
    EXPECT_EQ(thresholds.degraded_latency, ms(7));
    EXPECT_EQ(thresholds.min_coverage, 0.3);
}

TEST(Words, OfStatesActionsAndRules) {
    EXPECT_EQ(to_string(State::healthy), "HEALTHY");
    EXPECT_EQ(to_string(State::degraded), "DEGRADED");
    EXPECT_EQ(to_string(State::critical), "CRITICAL");
    EXPECT_EQ(action_of(State::healthy), "dispatch");
    EXPECT_EQ(action_of(State::degraded), "reduce");
    EXPECT_EQ(action_of(State::critical), "halt");
    const std::pair<Rule, const char*> rules[] = {
        {Rule::no_evidence, "no_evidence"},     {Rule::throttled, "throttled"},
        {Rule::success_rate, "success_rate"},   {Rule::usable_share, "usable_share"},
        {Rule::throttle_rate, "throttle_rate"}, {Rule::latency, "latency"},
        {Rule::sample_size, "sample_size"},     {Rule::target_critical, "target_critical"},
        {Rule::low_coverage, "low_coverage"},
    };
    for (const auto& [rule, word] : rules)
        EXPECT_EQ(to_string(rule), word);
}

}  // namespace
}  // namespace outrider
