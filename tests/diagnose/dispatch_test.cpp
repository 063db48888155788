#include "outrider/diagnose/diagnosis.hpp"
#include "outrider/stats/interval.hpp"
#include "stats/results.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

using testing::add;
using testing::ResultOf;
using testing::run_over;
using testing::success;

DispatchAdvice advice_on(const RunRecord& run) {
    return advise(State::healthy, run, total(run));
}

TEST(Dispatch, TheFactorFollowsTheState) {
    const RunRecord run = run_over(1);
    const Totals totals = total(run);
    EXPECT_EQ(advise(State::healthy, run, totals).concurrency_factor, 1.0);
    EXPECT_EQ(advise(State::degraded, run, totals).concurrency_factor, 0.5);
    EXPECT_EQ(advise(State::critical, run, totals).concurrency_factor, 0.0);
}

TEST(Dispatch, WithoutProxiesThereIsNoShare) {
    RunRecord run = run_over(1);
    add(run, success());
    const DispatchAdvice advice = advice_on(run);
    EXPECT_FALSE(advice.usable_proxies);
    EXPECT_FALSE(advice.tested_proxies);
    EXPECT_FALSE(advice.usable_share);
    EXPECT_FALSE(advice.usable_share_low);
    EXPECT_FALSE(advice.usable_share_high);
}

TEST(Dispatch, WithNoneTestedThereAreCountsOnly) {
    const DispatchAdvice advice = advice_on(run_over(1, 3));
    EXPECT_EQ(advice.usable_proxies, 0u);
    EXPECT_EQ(advice.tested_proxies, 0u);
    EXPECT_FALSE(advice.usable_share);
    EXPECT_FALSE(advice.usable_share_low);
}

TEST(Dispatch, TheShareHasAnIntervalOfTheProxiesGiven) {
    RunRecord run = run_over(1, 4);
    add(run, success().proxy(0));
    add(run, ResultOf(Error::proxy_closed).proxy(1).blame(Blame::proxy));
    DispatchAdvice advice = advice_on(run);
    EXPECT_EQ(advice.usable_proxies, 1u);
    EXPECT_EQ(advice.tested_proxies, 2u);
    EXPECT_EQ(advice.usable_share, (Ratio{1, 2}));
    EXPECT_EQ(advice.usable_share_low, share_interval(1, 2, 4).low);
    EXPECT_EQ(advice.usable_share_high, share_interval(1, 2, 4).high);

    add(run, success().proxy(2));
    add(run, success().proxy(3));
    advice = advice_on(run);
    EXPECT_EQ(advice.usable_share_low, 0.75);
    EXPECT_EQ(advice.usable_share_high, 0.75);
}

TEST(Dispatch, WithARotatingProxyThePoolIsEndless) {
    RunRecord run = run_over(1, 1);
    run.proxies[0].rotating = true;
    add(run, success().proxy(0), 5);
    const DispatchAdvice advice = advice_on(run);
    EXPECT_EQ(advice.usable_share, (Ratio{5, 5}));
    EXPECT_EQ(advice.usable_share_low, share_interval(5, 5, std::nullopt).low);
    EXPECT_EQ(advice.usable_share_high, 1.0);
}

TEST(Dispatch, TheQuotaIsThatOfTheOnlyTarget) {
    RunRecord one = run_over(1);
    add(one, success().quota(10, 60));
    ASSERT_TRUE(advice_on(one).max_requests_per_second);
    EXPECT_EQ(advice_on(one).max_requests_per_second->requests, 10u);
    RunRecord two = run_over(2);
    add(two, success().quota(10, 60));
    EXPECT_FALSE(advice_on(two).max_requests_per_second);
    EXPECT_FALSE(advice_on(run_over(1)).max_requests_per_second);
}

}  // namespace
}  // namespace outrider
