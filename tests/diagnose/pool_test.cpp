#include "outrider/diagnose/diagnosis.hpp"
#include "outrider/stats/interval.hpp"
#include "stats/results.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

using testing::add;
using testing::ms;
using testing::ResultOf;
using testing::run_over;
using testing::success;
using testing::throttled;

using Rules = std::vector<Rule>;

const ProbeResult dead = ResultOf(Error::proxy_connect_refused).blame(Blame::proxy);

Thresholds pool_thresholds() {
    Thresholds thresholds;
    thresholds.policy = Policy::pool;
    return thresholds;
}

HealthDiagnosis diagnosis_of(const RunRecord& run, const Thresholds& thresholds = pool_thresholds()) {
    return diagnose(run, total(run), thresholds);
}

Rules rules_of(const HealthDiagnosis& diagnosis) {
    Rules rules;
    for (const Reason& reason : diagnosis.reasons)
        rules.push_back(reason.rule);
    return rules;
}

ProbeResult through(std::uint32_t proxy, ProbeResult result) {
    result.proxy = proxy;
    return result;
}

// One probe through each of the first `tested` of `given` proxies, the first `usable` of which succeed.
RunRecord pool_of(std::uint32_t usable, std::uint32_t tested, std::size_t given) {
    RunRecord run = run_over(1, given);
    for (std::uint32_t i = 0; i < tested; ++i)
        add(run, through(i, i < usable ? ProbeResult(success()) : dead));
    return run;
}

TEST(Pool, HealthyNeedsNoReason) {
    const HealthDiagnosis diagnosis = diagnosis_of(pool_of(9, 10, 10));
    EXPECT_EQ(diagnosis.state, State::healthy);
    EXPECT_EQ(diagnosis.policy, "pool");
    EXPECT_TRUE(diagnosis.reasons.empty());
    EXPECT_EQ(diagnosis.targets.at(0), State::healthy);
}

TEST(Pool, TheUsableShareMeetsItsThresholdsExactly) {
    struct Case {
        std::uint32_t usable, tested;
        State state;
    };
    const Case cases[] = {
        {9, 10, State::healthy}, {899, 1000, State::degraded}, {900, 1000, State::healthy},
        {1, 2, State::degraded}, {499, 1000, State::critical}, {500, 1000, State::degraded},
        {0, 1, State::critical}, {1, 1, State::healthy},       {8, 9, State::degraded},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(diagnosis_of(pool_of(c.usable, c.tested, c.tested)).state, c.state)
            << c.usable << " of " << c.tested;
    }
}

TEST(Pool, TheShareIsThatOfProxiesAndNotOfProbes) {
    RunRecord run = run_over(1, 4);
    for (std::uint32_t proxy = 0; proxy < 4; ++proxy) {
        add(run, through(proxy, success()), 2);
        add(run, through(proxy, dead), 2);
    }
    EXPECT_EQ(diagnosis_of(run).state, State::healthy);  // each is usable, though every other probe failed
}

TEST(Pool, ReasonsNameTheMostSevereThresholdCrossed) {
    const Reason degraded = diagnosis_of(pool_of(7, 10, 10)).reasons.at(0);
    EXPECT_EQ(degraded.rule, Rule::usable_share);
    EXPECT_EQ(degraded.severity, State::degraded);
    EXPECT_EQ(degraded.observed, Figure(Ratio{7, 10}));
    EXPECT_EQ(degraded.threshold, Figure(exact(0.9)));
    EXPECT_EQ(degraded.message, "7 of 10 proxies tested are usable, less than 90 %");
    const Reason critical = diagnosis_of(pool_of(1, 3, 3)).reasons.at(0);
    EXPECT_EQ(critical.severity, State::critical);
    EXPECT_EQ(critical.threshold, Figure(exact(0.5)));
    EXPECT_EQ(critical.message, "1 of 3 proxies tested is usable, less than 50 %");
}

TEST(Pool, TooFewTestedIsDegraded) {
    const HealthDiagnosis diagnosis = diagnosis_of(pool_of(3, 3, 10'000));
    EXPECT_EQ(diagnosis.state, State::degraded);
    ASSERT_EQ(rules_of(diagnosis), Rules{Rule::sample_size});
    EXPECT_EQ(diagnosis.reasons[0].severity, State::degraded);
    EXPECT_EQ(diagnosis.reasons[0].observed, Figure(share_interval(3, 3, 10'000).low));
    EXPECT_EQ(diagnosis.reasons[0].threshold, Figure(exact(0.5)));
    EXPECT_EQ(diagnosis.reasons[0].message,
              "3 proxies tested: the usable share may be 43.85 %, less than 50 %");
    EXPECT_EQ(diagnosis_of(pool_of(4, 4, 10'000)).state, State::healthy);
    EXPECT_EQ(diagnosis_of(pool_of(3, 3, 3)).state, State::healthy) << "the whole list leaves no doubt";
}

TEST(Pool, ALowShareIsALowBoundToo) {
    EXPECT_EQ(rules_of(diagnosis_of(pool_of(1, 3, 3))),
              (Rules{Rule::usable_share, Rule::sample_size, Rule::target_critical}));
    EXPECT_EQ(rules_of(diagnosis_of(pool_of(6, 10, 20))), (Rules{Rule::usable_share, Rule::sample_size}));
}

TEST(Pool, WithARotatingProxyThePoolIsEndless) {
    RunRecord run = run_over(1, 1);
    run.proxies[0].rotating = true;
    add(run, through(0, success()), 3);
    const HealthDiagnosis few = diagnosis_of(run);
    ASSERT_EQ(rules_of(few), Rules{Rule::sample_size});
    EXPECT_EQ(few.reasons[0].observed, Figure(share_interval(3, 3, std::nullopt).low));
    add(run, through(0, success()));
    EXPECT_EQ(diagnosis_of(run).state, State::healthy);
    add(run, through(0, dead), 2);  // each probe is a proxy of its own: 4 of 6
    const HealthDiagnosis diagnosis = diagnosis_of(run);
    EXPECT_EQ(diagnosis.reasons.at(0).observed, Figure(Ratio{4, 6}));
}

// `count` of `all` probes were throttled.
RunRecord throttled_run(std::size_t count, std::size_t all) {
    RunRecord run = run_over(1);
    add(run, throttled(), count);
    add(run, success(), all - count);
    return run;
}

TEST(Pool, TheThrottleRateCountsFromItsThresholdsOn) {
    EXPECT_EQ(diagnosis_of(throttled_run(19, 1000)).state, State::healthy);
    const HealthDiagnosis degraded = diagnosis_of(throttled_run(20, 1000));
    ASSERT_EQ(rules_of(degraded), Rules{Rule::throttle_rate});
    EXPECT_EQ(degraded.state, State::degraded);
    EXPECT_EQ(degraded.reasons[0].observed, Figure(Ratio{20, 1000}));
    EXPECT_EQ(degraded.reasons[0].threshold, Figure(exact(0.02)));
    EXPECT_EQ(degraded.reasons[0].message, "20 of 1000 completed probes were throttled, 2 % or more");

    EXPECT_EQ(diagnosis_of(throttled_run(199, 1000)).state, State::degraded);
    const HealthDiagnosis critical = diagnosis_of(throttled_run(200, 1000));
    EXPECT_EQ(critical.state, State::critical);
    EXPECT_EQ(rules_of(critical), (Rules{Rule::throttle_rate, Rule::success_rate}));
    EXPECT_EQ(critical.reasons[0].threshold, Figure(exact(0.2)));
    EXPECT_EQ(critical.targets.at(0), State::critical) << "a target is judged by it too";
}

TEST(Pool, ATargetIsJudgedByItsThrottleRate) {
    EXPECT_EQ(diagnosis_of(throttled_run(1, 100)).targets.at(0), State::healthy);
    EXPECT_EQ(diagnosis_of(throttled_run(2, 100)).targets.at(0), State::degraded);
    EXPECT_EQ(diagnosis_of(throttled_run(20, 100)).targets.at(0), State::critical);
}

TEST(Pool, ChallengesAndBansWith429AreThrottledAnswersToo) {
    RunRecord run = run_over(1);
    add(run, success(), 97);
    add(run, ResultOf(Outcome::challenged).answered(429, ms(1)));
    add(run, ResultOf(Outcome::banned).answered(429, ms(1)));
    add(run, ResultOf(Outcome::banned).answered(403, ms(1)));
    EXPECT_EQ(diagnosis_of(run).reasons.at(0).observed, Figure(Ratio{2, 100}));
}

TEST(Pool, TheMedianIsItsLatency) {
    RunRecord run = run_over(1);
    add(run, success(ms(2000)), 2);
    add(run, success(ms(60'000)));
    EXPECT_EQ(diagnosis_of(run).state, State::healthy);
    run.results[1].latency = Micros{2'000'001};
    const HealthDiagnosis diagnosis = diagnosis_of(run);
    ASSERT_EQ(rules_of(diagnosis), Rules{Rule::latency});
    EXPECT_EQ(diagnosis.reasons[0].observed, Figure(Mean{2'000'001, 1}));
    EXPECT_EQ(diagnosis.targets.at(0), State::degraded);
    Thresholds thresholds = pool_thresholds();
    thresholds.latency_stat = LatencyStat::mean;
    run.results[1].latency = ms(2000);
    EXPECT_EQ(diagnosis_of(run, thresholds).state, State::degraded);
    thresholds.latency_stat.reset();
    thresholds.policy = Policy::strict;
    EXPECT_EQ(diagnosis_of(run, thresholds).state, State::degraded) << "strict looks at the mean";
}

TEST(Pool, ATargetThatFailsByItsOwnProbesIsDegraded) {
    RunRecord run = run_over(4, 1);
    for (std::uint32_t target = 0; target < 3; ++target)
        add(run, success().target(target).proxy(0), 10);
    add(run, ResultOf(Outcome::server_error).target(3).proxy(0), 6);
    add(run, success().target(3).proxy(0), 5);
    const HealthDiagnosis diagnosis = diagnosis_of(run);
    EXPECT_EQ(diagnosis.state, State::degraded);
    ASSERT_EQ(rules_of(diagnosis), Rules{Rule::target_critical});
    EXPECT_EQ(diagnosis.reasons[0].observed, Figure(std::uint64_t{1}));
    EXPECT_EQ(diagnosis.reasons[0].threshold, Figure(std::uint64_t{1}));
    EXPECT_EQ(diagnosis.reasons[0].message, "1 of 4 targets has a success rate below 50 %");
    EXPECT_EQ(diagnosis.targets[3], State::critical);
    run.results.pop_back();
    run.results.pop_back();
    add(run, success().target(3).proxy(0), 3);
    EXPECT_EQ(diagnosis_of(run).state, State::healthy) << "half is not less than half";
}

TEST(Pool, ATargetThatIsOnlyThrottledIsNotCountedAmongThose) {
    RunRecord run = run_over(2);
    add(run, success().target(0), 100);
    add(run, success().target(1), 8);
    add(run, throttled().target(1), 2);
    const HealthDiagnosis diagnosis = diagnosis_of(run);
    EXPECT_EQ(diagnosis.targets[1], State::critical);
    EXPECT_TRUE(diagnosis.reasons.empty());
}

TEST(Pool, ATargetOfWhichNothingCompletedHasNoState) {
    RunRecord run = run_over(2, 1);
    add(run, success().target(0).proxy(0), 9);
    add(run, ResultOf(Error::not_started).target(1).proxy(0));
    const HealthDiagnosis diagnosis = diagnosis_of(run);
    EXPECT_EQ(diagnosis.targets[1], std::nullopt);
    EXPECT_EQ(diagnosis.state, State::healthy);
}

TEST(Pool, WithoutProxiesTheSuccessRateStandsForTheShare) {
    RunRecord run = run_over(1);
    add(run, success(), 3);
    EXPECT_EQ(diagnosis_of(run).state, State::healthy) << "there is no interval to be low";
    add(run, ResultOf(Outcome::server_error).answered(500, ms(1)));
    const HealthDiagnosis diagnosis = diagnosis_of(run);
    ASSERT_EQ(rules_of(diagnosis), Rules{Rule::success_rate});
    EXPECT_EQ(diagnosis.reasons[0].observed, Figure(Ratio{3, 4}));
}

TEST(Pool, NoEvidenceAndLowCoverageHoldInEveryPolicy) {
    RunRecord run = run_over(1, 4);
    add(run, through(0, ResultOf(Error::not_started)));
    const HealthDiagnosis none = diagnosis_of(run);
    EXPECT_EQ(none.state, State::critical);
    EXPECT_EQ(rules_of(none), (Rules{Rule::no_evidence, Rule::usable_share, Rule::low_coverage}));
    add(run, through(1, success()), 4);
    add(run, through(2, ResultOf(Error::not_started)), 9);
    EXPECT_EQ(rules_of(diagnosis_of(run)), (Rules{Rule::sample_size, Rule::low_coverage}));
}

TEST(Pool, ProxiesOfWhichNoneWasTestedAreNoUsableShare) {
    RunRecord run = run_over(2, 20);
    add(run, success().target(0), 5);  // a no_proxy target, probed direct
    add(run, ResultOf(Error::not_started).target(1).proxy(0));
    const HealthDiagnosis diagnosis = diagnosis_of(run);
    EXPECT_EQ(diagnosis.state, State::critical);
    ASSERT_EQ(rules_of(diagnosis), Rules{Rule::usable_share});
    EXPECT_EQ(diagnosis.reasons[0].observed, Figure(Ratio{0, 0}));
}

TEST(Pool, TheDecidingReasonComesFirstThenSeverityThenOrder) {
    RunRecord run = run_over(2, 10);
    add(run, success(ms(9000)).proxy(0), 7);
    add(run, throttled(ms(9000)).target(1).proxy(1), 3);
    add(run, through(2, ResultOf(Error::not_started)), 20);
    EXPECT_EQ(rules_of(diagnosis_of(run)),
              (Rules{Rule::throttle_rate, Rule::usable_share, Rule::latency, Rule::sample_size,
                     Rule::target_critical, Rule::low_coverage}));
}

TEST(Pool, ThresholdsCanBeMoved) {
    Thresholds thresholds = pool_thresholds();
    thresholds.critical_success_rate = 0.1;
    thresholds.degraded_success_rate = 0.3;
    EXPECT_EQ(diagnosis_of(pool_of(3, 10, 10), thresholds).state, State::healthy);
    EXPECT_EQ(diagnosis_of(pool_of(2, 10, 10), thresholds).state, State::degraded);
    EXPECT_EQ(diagnosis_of(pool_of(2, 10, 1000), thresholds).reasons.at(1).threshold, Figure(exact(0.1)));
    thresholds.critical_throttle_rate = 0.9;
    thresholds.degraded_throttle_rate = 0.5;
    EXPECT_EQ(diagnosis_of(throttled_run(4, 10), thresholds).state, State::healthy);
    EXPECT_EQ(diagnosis_of(throttled_run(5, 10), thresholds).state, State::degraded);
    EXPECT_EQ(diagnosis_of(throttled_run(9, 10), thresholds).state, State::critical);
}

TEST(Pool, ControlsChangeNothing) {
    RunRecord run = pool_of(20, 20, 20);
    add(run, throttled(ms(60'000)).control(), 20);
    EXPECT_EQ(diagnosis_of(run).state, State::healthy);
    EXPECT_EQ(diagnosis_of(run).targets.at(0), State::healthy);
}

TEST(AutoPolicy, IsPoolWith20ProxiesOrARotatingOne) {
    const auto policy = [](const RunRecord& run, Policy asked = Policy::automatic) {
        Thresholds thresholds;
        thresholds.policy = asked;
        return diagnosis_of(run, thresholds).policy;
    };
    EXPECT_EQ(policy(run_over(1)), "strict");
    EXPECT_EQ(policy(run_over(100, 19)), "strict");
    EXPECT_EQ(policy(run_over(1, 20)), "pool");
    RunRecord run = run_over(1, 2);
    run.proxies[1].rotating = true;
    EXPECT_EQ(policy(run), "pool");
    EXPECT_EQ(policy(run, Policy::strict), "strict");
    EXPECT_EQ(policy(run_over(1, 20), Policy::strict), "strict");
    EXPECT_EQ(policy(run_over(1), Policy::pool), "pool");
}

TEST(AutoPolicy, OneThrottledAnswerInALargePoolIsNotCritical) {
    RunRecord run = pool_of(100, 100, 100);
    run.results[0] = through(0, throttled());
    Thresholds thresholds;
    EXPECT_EQ(diagnosis_of(run, thresholds).state, State::healthy);
    thresholds.policy = Policy::strict;
    EXPECT_EQ(diagnosis_of(run, thresholds).state, State::critical);
}

}  // namespace
}  // namespace outrider
