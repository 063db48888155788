#include "outrider/stats/totals.hpp"

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

std::uint64_t error_of(const Tally& tally, Error error) {
    return tally.errors[static_cast<std::size_t>(error)];
}

TEST(Totals, OfNothing) {
    const Totals totals = total(run_over(2, 1));
    EXPECT_EQ(totals.run.planned, 0u);
    EXPECT_EQ(totals.run.completed(), 0u);
    EXPECT_EQ(totals.run.success_rate(), (Ratio{0, 0}));
    EXPECT_EQ(totals.targets.size(), 2u);
    EXPECT_EQ(totals.proxies.size(), 1u);
    EXPECT_FALSE(totals.targets[0].control);
    EXPECT_FALSE(totals.retry_after_s);
    EXPECT_FALSE(totals.phases[0].p50);
}

TEST(Totals, CountByRunTargetAndProxy) {
    RunRecord run = run_over(2, 2);
    add(run, success(ms(10)).target(0).proxy(0));
    add(run, throttled(ms(20)).target(0).proxy(1));
    add(run, ResultOf(Error::proxy_closed).target(1).proxy(0).blame(Blame::proxy));
    add(run, ResultOf(Error::not_started).target(1).proxy(1));
    add(run, ResultOf(Error::local_network).target(1).proxy(1));
    const Totals totals = total(run);

    EXPECT_EQ(totals.run.planned, 5u);
    EXPECT_EQ(totals.run.abandoned, 1u);
    EXPECT_EQ(totals.run.local_errors, 1u);
    EXPECT_EQ(totals.run.completed(), 3u);
    EXPECT_EQ(totals.run.success_rate(), (Ratio{1, 3}));
    EXPECT_EQ(totals.run.coverage(), (Ratio{3, 5}));
    EXPECT_EQ(totals.run.count(Outcome::rate_limited), 1u);
    EXPECT_EQ(error_of(totals.run, Error::proxy_closed), 1u);
    EXPECT_EQ(error_of(totals.run, Error::not_started), 1u);
    EXPECT_EQ(totals.run.latency.mean, (Mean{30'000, 2}));

    EXPECT_EQ(totals.targets[0].tally.success_rate(), (Ratio{1, 2}));
    EXPECT_EQ(totals.targets[0].tally.throttled, 1u);
    EXPECT_EQ(totals.targets[1].tally.completed(), 1u);
    EXPECT_EQ(totals.targets[1].tally.latency.count, 0u);
    EXPECT_EQ(totals.proxies[0].tally.success_rate(), (Ratio{1, 2}));
    EXPECT_EQ(totals.proxies[0].tally.latency.p95, ms(10));
    EXPECT_EQ(error_of(totals.proxies[0].tally, Error::proxy_closed), 1u);
    EXPECT_EQ(totals.proxies[1].tally.planned, 3u);
}

TEST(Totals, AControlCountsOnlyAsControlAndInRequests) {
    RunRecord run = run_over(1, 1);
    add(run, success(ms(5)).proxy(0).requests(1));
    add(run, throttled(ms(900))
                 .control()
                 .requests(4)
                 .by("vendor", "edge")
                 .quota(1, 60)
                 .waits(77, "77")
                 .phase(Phase::wait, ms(900)));
    const Totals totals = total(run);
    EXPECT_EQ(totals.controls, 1u);
    EXPECT_EQ(totals.targets[0].control, Outcome::rate_limited);
    EXPECT_EQ(totals.targets[0].requests, 5u);

    EXPECT_EQ(totals.run.planned, 1u);
    EXPECT_EQ(totals.run.throttled, 0u);
    EXPECT_EQ(totals.run.count(Outcome::rate_limited), 0u);
    EXPECT_EQ(totals.run.latency.max, ms(5));
    EXPECT_EQ(totals.targets[0].tally.planned, 1u);
    EXPECT_FALSE(totals.targets[0].quota);
    EXPECT_EQ(totals.statuses, (std::map<int, std::uint64_t>{{200, 1}}));
    EXPECT_TRUE(totals.vendors.empty());
    EXPECT_TRUE(totals.edges.empty());
    EXPECT_FALSE(totals.retry_after_s);
    EXPECT_FALSE(totals.phases[static_cast<std::size_t>(Phase::wait)].p50);
}

TEST(Totals, AThrottledAnswerIsALimitOrABlockWith429) {
    const auto with = [](Outcome outcome, std::optional<int> status) {
        ProbeResult result = ResultOf(outcome);
        result.status = status;
        return is_throttled(result);
    };
    EXPECT_TRUE(with(Outcome::rate_limited, 429));
    EXPECT_TRUE(with(Outcome::rate_limited, 403));
    EXPECT_TRUE(with(Outcome::challenged, 429));
    EXPECT_TRUE(with(Outcome::banned, 429));
    EXPECT_FALSE(with(Outcome::challenged, 403));
    EXPECT_FALSE(with(Outcome::banned, 403));
    EXPECT_FALSE(with(Outcome::banned, std::nullopt));
    EXPECT_FALSE(with(Outcome::unexpected, 429));
    EXPECT_FALSE(with(Outcome::proxy_error, std::nullopt));
}

TEST(Totals, OnlyFaultsWithBlameProxyAreTheProxys) {
    RunRecord run = run_over(1, 1);
    add(run, ResultOf(Error::proxy_closed).proxy(0).blame(Blame::proxy));
    add(run, ResultOf(Error::read_timeout).proxy(0).blame(Blame::proxy));
    add(run, ResultOf(Error::read_timeout).proxy(0).blame(Blame::target));
    add(run, ResultOf(Error::proxy_bad_gateway).proxy(0));
    add(run, ResultOf(Outcome::server_error).proxy(0).blame(Blame::proxy));
    EXPECT_EQ(total(run).proxies[0].tally.proxy_faults, 2u);
}

TEST(Totals, StatusesVendorsAndEdges) {
    RunRecord run = run_over(1);
    add(run, success().by("", "cloudflare"), 2);
    add(run, ResultOf(Outcome::challenged).answered(403, ms(1)).by("datadome", "cloudflare"));
    add(run, ResultOf(Error::connect_refused));
    const Totals totals = total(run);
    EXPECT_EQ(totals.statuses, (std::map<int, std::uint64_t>{{200, 2}, {403, 1}}));
    EXPECT_EQ(totals.vendors, (std::map<std::string, std::uint64_t>{{"datadome", 1}}));
    EXPECT_EQ(totals.edges, (std::map<std::string, std::uint64_t>{{"cloudflare", 3}}));
}

TEST(Totals, PhasesAreOverTheProbesThatHaveAStatus) {
    RunRecord run = run_over(1);
    for (int i = 20; i >= 1; --i)
        add(run, success().phase(Phase::wait, ms(i)));
    add(run, success().phase(Phase::tls, ms(3)));
    add(run, ResultOf(Error::read_timeout).phase(Phase::wait, ms(5000)));
    const Totals totals = total(run);
    const PhaseStats& wait = totals.phases[static_cast<std::size_t>(Phase::wait)];
    EXPECT_EQ(wait.p50, ms(10));
    EXPECT_EQ(wait.p95, ms(19));
    EXPECT_EQ(totals.phases[static_cast<std::size_t>(Phase::tls)].p95, ms(3));
    EXPECT_FALSE(totals.phases[static_cast<std::size_t>(Phase::dns)].p50);
}

TEST(Totals, EveryPhaseHasItsOwn) {
    RunRecord run = run_over(1);
    ProbeResult result = success();
    for (std::size_t i = 0; i < phase_count; ++i)
        result.phases[i] = ms(10 + static_cast<std::int64_t>(i));
    add(run, result);
    const Totals totals = total(run);
    for (std::size_t i = 0; i < phase_count; ++i)
        EXPECT_EQ(totals.phases[i].p50, result.phases[i]);
}

TEST(Quota, IsTheSmallestRateByFraction) {
    RunRecord run = run_over(2);
    add(run, success().quota(100, 60));
    add(run, success().quota(10, 7));    // 1.43 a second: the smallest
    add(run, success().quota(1000, 7));  // a larger window count, a larger rate
    add(run, success().quota(5, 0));     // no window: no rate
    add(run, success().target(1).quota(5, 0));
    const Totals totals = total(run);
    ASSERT_TRUE(totals.targets[0].quota);
    EXPECT_EQ(totals.targets[0].quota->requests, 10u);
    EXPECT_EQ(totals.targets[0].quota->window_s, 7u);
    EXPECT_FALSE(totals.targets[1].quota);
}

TEST(RetryAfter, IsTheLargestWaitUpTo99Probes) {
    RunRecord run = run_over(1);
    add(run, success(), 98);
    add(run, throttled().waits(30, "30"));
    EXPECT_EQ(total(run).retry_after_s, 30u);
    EXPECT_EQ(total(run).retry_after_raw, "30");
}

TEST(RetryAfter, OfLessThanOneInAHundredMovesNothing) {
    RunRecord run = run_over(1);
    add(run, success(), 99);
    add(run, throttled().waits(30, "30"));
    EXPECT_FALSE(total(run).retry_after_s);  // rank 99 of 100 is still a 0
    add(run, throttled().waits(20, "20"));
    EXPECT_EQ(total(run).retry_after_s, 20u);  // rank 100 of 101
}

TEST(RetryAfter, OnlyCompletedProbesCount) {
    RunRecord run = run_over(1);
    add(run, success());
    ProbeResult cut_off = ResultOf(Error::cut_off).answered(429, ms(1)).waits(500, "500");
    add(run, cut_off);
    EXPECT_FALSE(total(run).retry_after_s);
    add(run, ResultOf(Error::not_started), 500);  // no zeros of theirs either
    add(run, throttled().waits(9, "9"));
    EXPECT_EQ(total(run).retry_after_s, 9u);
}

TEST(RetryAfter, RawIsTheFirstInTheOrderOfResultsWithThatWait) {
    RunRecord run = run_over(1);
    add(run, throttled().waits(9, "not yet"));
    add(run, throttled().control().waits(10, "a control's"));
    add(run, ResultOf(Error::cut_off).waits(10, "not completed"));
    add(run, throttled().waits(10, "first"));
    add(run, throttled().waits(10, "second"));
    EXPECT_EQ(total(run).retry_after_s, 10u);
    EXPECT_EQ(total(run).retry_after_raw, "first");
}

TEST(RetryAfter, AWaitOfZeroIsNone) {
    RunRecord run = run_over(1);
    add(run, throttled().waits(0, "0"));
    EXPECT_FALSE(total(run).retry_after_s);
    EXPECT_EQ(total(run).retry_after_raw, "");
}

ProbeResult random_result(std::mt19937_64& random) {
    ResultOf result(static_cast<Outcome>(random() % outcome_count));
    result.target(static_cast<std::uint32_t>(random() % 3)).proxy(static_cast<std::uint32_t>(random() % 5));
    if (random() % 2 == 0) {
        result.answered(random() % 3 == 0 ? 429 : 200,
                        Micros{static_cast<std::int64_t>(random() % 3'000'000)});
    }
    if (random() % 4 == 0) result.waits(static_cast<std::uint32_t>(random() % 100), "raw");
    if (random() % 5 == 0) result.quota(random() % 50, random() % 10);
    if (random() % 3 == 0) result.blame(Blame::proxy);
    result.requests(1);
    return result;
}

TEST(Totals, AddUpAndDoNotDependOnTheOrder) {
    std::mt19937_64 random(5);
    for (int round = 0; round < 50; ++round) {
        RunRecord run = run_over(3, 5);
        for (std::size_t i = random() % 300; i > 0; --i)
            add(run, random_result(random));
        const Totals first = total(run);
        std::shuffle(run.results.begin(), run.results.end(), random);
        const Totals second = total(run);

        std::uint64_t by_target = 0;
        std::uint64_t by_proxy = 0;
        std::uint64_t requests = 0;
        for (const TargetTotals& target : first.targets) {
            by_target += target.tally.planned;
            requests += target.requests;
        }
        for (const ProxyTotals& proxy : first.proxies)
            by_proxy += proxy.tally.planned;
        ASSERT_EQ(first.run.planned, run.results.size());
        ASSERT_EQ(by_target, run.results.size());
        ASSERT_EQ(by_proxy, run.results.size());
        ASSERT_EQ(requests, run.results.size());
        ASSERT_EQ(first.run.outcomes, second.run.outcomes);
        ASSERT_EQ(first.run.latency.stddev, second.run.latency.stddev);
        ASSERT_EQ(first.run.latency.p95, second.run.latency.p95);
        ASSERT_EQ(first.verdicts, second.verdicts);
        ASSERT_EQ(first.retry_after_s, second.retry_after_s);
        ASSERT_EQ(first.statuses, second.statuses);
    }
}

TEST(Totals, CountMissingProbesInTheRunAlone) {
    RunRecord run = run_over(1, 2);
    add(run, success().proxy(0));
    run.missing = 3;
    const Totals totals = total(run);
    EXPECT_EQ(totals.run.planned, 4u);
    EXPECT_EQ(totals.run.abandoned, 3u);
    EXPECT_EQ(totals.run.count(Outcome::abandoned), 3u);
    EXPECT_EQ(totals.run.completed(), 1u);
    EXPECT_EQ(totals.targets[0].tally.planned, 1u);
    EXPECT_EQ(totals.proxies[1].verdict, Verdict::untested);
}

TEST(Totals, AHundredThousandResults) {
    RunRecord run = run_over(3, 5);
    std::mt19937_64 random(3);
    for (int i = 0; i < 100'000; ++i)
        add(run, random_result(random));
    EXPECT_EQ(total(run).run.planned, 100'000u);
}

}  // namespace
}  // namespace outrider
