#include "outrider/diagnose/diagnosis.hpp"
#include "stats/results.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

using Delays = std::vector<std::uint32_t>;

Totals evidence(std::optional<std::uint32_t> retry_after_s, std::optional<Micros> p95) {
    Totals totals;
    totals.retry_after_s = retry_after_s;
    totals.run.latency.p95 = p95;
    return totals;
}

TEST(Backoff, StandsAtTheFloorOfTheState) {
    const BackoffParams healthy = back_off(State::healthy, evidence(std::nullopt, std::nullopt));
    EXPECT_EQ(healthy.initial_delay_s, 1u);
    EXPECT_EQ(healthy.max_delay_s, 10u);
    EXPECT_EQ(healthy.max_retries, 2u);
    EXPECT_EQ(healthy.multiplier, 2u);
    EXPECT_TRUE(healthy.full_jitter);
    EXPECT_EQ(healthy.basis, BackoffBasis::state);
    EXPECT_EQ(healthy.delays_s, (Delays{1, 2}));
    const BackoffParams degraded = back_off(State::degraded, evidence(std::nullopt, Micros{1}));
    EXPECT_EQ(degraded.max_delay_s, 30u);
    EXPECT_EQ(degraded.delays_s, (Delays{2, 4, 8}));
    const BackoffParams critical = back_off(State::critical, evidence(std::nullopt, Micros{1}));
    EXPECT_EQ(critical.max_delay_s, 60u);
    EXPECT_EQ(critical.delays_s, (Delays{5, 10, 20, 40, 60}));
}

struct Case {
    State state;
    std::optional<std::uint32_t> retry_after_s;
    std::int64_t p95_us;
    std::uint32_t initial, max;
    BackoffBasis basis;
    Delays delays;
};

TEST(Backoff, TheEvidenceRaisesIt) {
    const Case cases[] = {
        // a wait that was asked for
        {State::critical, 5, 0, 5, 60, BackoffBasis::state, {5, 10, 20, 40, 60}},
        {State::critical, 6, 0, 6, 60, BackoffBasis::retry_after, {6, 12, 24, 48, 60}},
        {State::critical, 60, 0, 60, 60, BackoffBasis::retry_after, {60, 60, 60, 60, 60}},
        {State::critical, 61, 0, 61, 61, BackoffBasis::retry_after, {61, 61, 61, 61, 61}},
        {State::healthy, 3600, 0, 3600, 3600, BackoffBasis::retry_after, {3600, 3600}},
        // the p95 latency in whole seconds, rounded down
        {State::healthy, {}, 1'999'999, 1, 10, BackoffBasis::state, {1, 2}},
        {State::healthy, {}, 2'000'000, 2, 10, BackoffBasis::latency, {2, 4}},
        {State::degraded, {}, 2'999'999, 2, 30, BackoffBasis::state, {2, 4, 8}},
        {State::degraded, {}, 40'000'000, 40, 40, BackoffBasis::latency, {40, 40, 40}},
        // the first of equals
        {State::healthy, 7, 7'000'000, 7, 10, BackoffBasis::retry_after, {7, 10}},
        {State::healthy, 7, 8'000'000, 8, 10, BackoffBasis::latency, {8, 10}},
        {State::healthy, 8, 7'000'000, 8, 10, BackoffBasis::retry_after, {8, 10}},
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(std::to_string(c.retry_after_s.value_or(0)) + " s, " + std::to_string(c.p95_us) + " us");
        const BackoffParams backoff = back_off(c.state, evidence(c.retry_after_s, Micros{c.p95_us}));
        EXPECT_EQ(backoff.initial_delay_s, c.initial);
        EXPECT_EQ(backoff.max_delay_s, c.max);
        EXPECT_EQ(backoff.basis, c.basis);
        EXPECT_EQ(backoff.delays_s, c.delays);
        EXPECT_EQ(backoff.full_jitter, !c.retry_after_s);
    }
}

TEST(Backoff, AbsurdLatenciesDoNotOverflow) {
    const BackoffParams backoff = back_off(State::critical, evidence(std::nullopt, Micros::max()));
    EXPECT_EQ(backoff.initial_delay_s, 0xFFFFFFFFu);
    EXPECT_EQ(backoff.delays_s, (Delays(5, 0xFFFFFFFFu)));
    EXPECT_EQ(back_off(State::healthy, evidence(std::nullopt, Micros::min())).initial_delay_s, 1u);
}

TEST(Backoff, EveryBasisHasAWord) {
    EXPECT_EQ(to_string(BackoffBasis::state), "state");
    EXPECT_EQ(to_string(BackoffBasis::retry_after), "retry_after");
    EXPECT_EQ(to_string(BackoffBasis::latency), "latency");
}

TEST(Backoff, TwentyThrottledProbesAreOneReason) {
    RunRecord run = testing::run_over(1);
    testing::add(run, testing::throttled(), 20);
    const BackoffParams backoff = back_off(State::critical, total(run));
    EXPECT_EQ(backoff.delays_s, (Delays{5, 10, 20, 40, 60}));
}

}  // namespace
}  // namespace outrider
