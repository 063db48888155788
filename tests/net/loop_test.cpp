#include "outrider/net/loop.hpp"

#include "net/run_task.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

namespace outrider {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

Task<bool> wait_for(Event& event, Clock::duration time) {
    const auto due = Clock::now() + time;
    const bool notified = co_await event.wait(due);
    co_return notified;
}

TEST(Event, is_false_once_the_deadline_has_passed) {
    Loop loop;
    Event event(loop);
    const auto start = Clock::now();
    EXPECT_FALSE(run_task(loop, wait_for(event, milliseconds(20))));
    EXPECT_GE(Clock::now() - start, milliseconds(20));
}

TEST(Event, is_true_when_notified_from_the_loop) {
    Loop loop;
    Event event(loop);
    Alarm alarm(loop.alarms(), [&] { event.notify(); });
    alarm.arm(Clock::now() + milliseconds(5));
    EXPECT_TRUE(run_task(loop, wait_for(event, hours(1))));
}

TEST(Event, ends_at_once_when_the_loop_is_interrupted) {
    Loop loop;
    Event event(loop);
    Alarm alarm(loop.alarms(), [&] { loop.interrupt(); });
    alarm.arm(Clock::now() + milliseconds(5));
    EXPECT_FALSE(run_task(loop, wait_for(event, hours(1))));
    EXPECT_FALSE(run_task(loop, wait_for(event, hours(1)))) << "a wait that begins after the interruption";
}

TEST(Loop, tells_what_ended_a_wait) {
    Loop loop;
    const Deadline due = Deadline::after(LimitKind::read_timeout, milliseconds(1500));
    EXPECT_EQ(loop.why_late(due), "read-timeout 1.5s");
    loop.interrupt();
    EXPECT_EQ(loop.why_late(due), "ended by a signal");
}

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

}  // namespace
}  // namespace outrider
