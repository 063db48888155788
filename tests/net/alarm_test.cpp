#include "outrider/net/alarm.hpp"

#include "net/run_task.hpp"
#include "net/wait_for.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

namespace outrider {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

TEST(Alarm, rings_in_the_order_of_the_deadlines) {
    Loop loop;
    std::vector<int> rang;
    Event done(loop);
    Alarm third(loop.alarms(), [&] {
        rang.push_back(3);
        done.notify();
    });
    Alarm first(loop.alarms(), [&] { rang.push_back(1); });
    Alarm second(loop.alarms(), [&] { rang.push_back(2); });
    const auto now = Clock::now();
    third.arm(now + milliseconds(15));
    first.arm(now + milliseconds(5));
    second.arm(now + milliseconds(10));
    EXPECT_TRUE(run_task(loop, wait_for(done, hours(1))));
    EXPECT_EQ(rang, (std::vector<int>{1, 2, 3}));
}

TEST(Alarm, put_off_disarmed_or_gone_does_not_ring) {
    Loop loop;
    bool put_off_rang = false;
    bool disarmed_rang = false;
    bool gone_rang = false;
    Alarm put_off(loop.alarms(), [&] { put_off_rang = true; });
    Alarm disarmed(loop.alarms(), [&] { disarmed_rang = true; });
    const auto soon = Clock::now() + milliseconds(5);
    {
        Alarm gone(loop.alarms(), [&] { gone_rang = true; });
        gone.arm(soon);
    }
    put_off.arm(soon);
    put_off.arm(soon + hours(1));
    disarmed.arm(soon);
    disarmed.disarm();
    Event never(loop);
    run_task(loop, wait_for(never, milliseconds(30)));
    EXPECT_FALSE(put_off_rang);
    EXPECT_FALSE(disarmed_rang);
    EXPECT_FALSE(gone_rang);
}

TEST(Alarm, brought_forward_rings_at_the_earlier_time_only_once) {
    Loop loop;
    int rang = 0;
    Alarm alarm(loop.alarms(), [&] { ++rang; });
    alarm.arm(Clock::now() + hours(1));
    alarm.arm(Clock::now() + milliseconds(5));
    Event never(loop);
    run_task(loop, wait_for(never, milliseconds(30)));
    EXPECT_EQ(rang, 1);
}

TEST(Alarm, whose_time_has_passed_rings_at_the_next_turn) {
    Loop loop;
    Event done(loop);
    Alarm alarm(loop.alarms(), [&] { done.notify(); });
    alarm.arm(Clock::time_point::min());
    EXPECT_TRUE(run_task(loop, wait_for(done, hours(1))));
}

}  // namespace
}  // namespace outrider
