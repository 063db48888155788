#include "outrider/probe/pace.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace outrider {
namespace {

using namespace std::chrono_literals;

/// Starts as many as are allowed.
int starts(Pace& pace) {
    int count = 0;
    while (count < 100'000 && pace.allows_start()) {
        pace.on_start();
        ++count;
    }
    return count;
}

TEST(Pace, GrowsWhileTheLoopIsInTime) {
    Pace pace(true, 1us);
    const int first = starts(pace);
    EXPECT_GT(first, 0);
    EXPECT_FALSE(pace.allows_start()) << "until the next tick";
    int last = first;
    for (int tick = 0; tick < 100; ++tick) {
        pace.on_tick(0us, 0us);
        const int now = starts(pace);
        EXPECT_GE(now, last);
        last = now;
    }
    EXPECT_GT(last, 4 * first);
}

TEST(Pace, StopsWhileTheLoopIsLateAndGoesOnSlower) {
    Pace pace(true, 1us);
    const int first = starts(pace);
    pace.on_tick(50ms, 50ms);
    EXPECT_EQ(starts(pace), 0);
    pace.on_tick(0us, 0us);
    const int then = starts(pace);
    EXPECT_GT(then, 0);
    EXPECT_LT(then, first);
    for (int tick = 0; tick < 100; ++tick)
        pace.on_tick(50ms, 50ms);
    pace.on_tick(0us, 0us);
    EXPECT_GT(starts(pace), 0) << "never for good";
}

TEST(Pace, OthersOnThisMachineSlowNothingDown) {
    Pace pace(true, 1us);
    const int first = starts(pace);
    pace.on_tick(50ms, 5ms);
    EXPECT_EQ(starts(pace), first);
}

TEST(Pace, WhatIsNotUsedDoesNotGrow) {
    Pace pace(true, 1us);
    for (int tick = 0; tick < 1000; ++tick)
        pace.on_tick(0us, 0us);
    EXPECT_EQ(starts(pace), starts(*std::make_unique<Pace>(true, 1us)));
}

TEST(Pace, IsNoMoreThanHalfOfTheTimePaysFor) {
    Pace pace(true, 500us);
    EXPECT_EQ(starts(pace), 10) << "of 10 ms a tick";
    for (int tick = 0; tick < 100; ++tick) {
        pace.on_tick(0us, 1ms);
        EXPECT_EQ(starts(pace), 10) << "it costs less than was thought";
    }
    for (int tick = 0; tick < 100; ++tick) {
        pace.on_tick(0us, 20ms);
        starts(pace);
    }
    EXPECT_LT(starts(pace), 10);
    pace.on_tick(0us, 20ms);
    EXPECT_LT(starts(pace), 6) << "it costs more";
}

TEST(Pace, UnlimitedIsUnlimited) {
    Pace pace(false, 1us);
    pace.on_tick(1s, 1s);
    EXPECT_EQ(starts(pace), 100'000);
}

TEST(Lag, IsTheNinetyNinthPercentile) {
    Lag lag;
    EXPECT_EQ(lag.p99(), 0us);
    lag.add(7us);
    EXPECT_EQ(lag.p99(), 7us);
    for (int i = 0; i < 98; ++i)
        lag.add(1us);
    EXPECT_EQ(lag.p99(), 7us);
    lag.add(1us);
    EXPECT_EQ(lag.p99(), 1us);
}

}  // namespace
}  // namespace outrider
