#include "outrider/net/waiter.hpp"

#include "net/run_task.hpp"
#include "net/wait_for.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace outrider {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

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

Task<bool> wait_for(Waiter& waiter, Clock::time_point due) {
    const bool woken = co_await waiter.wait(due);
    co_return woken;
}

TEST(Waiter, tells_whether_it_was_woken_in_time) {
    Loop loop;
    Waiter waiter(loop);
    EXPECT_FALSE(waiter.is_waiting());
    waiter.wake_later(true);  // nobody waits
    EXPECT_FALSE(run_task(loop, wait_for(waiter, Clock::now() + milliseconds(5))));
    Alarm alarm(loop.alarms(), [&] {
        EXPECT_TRUE(waiter.is_waiting());
        waiter.wake(true);
    });
    alarm.arm(Clock::now() + milliseconds(5));
    EXPECT_TRUE(run_task(loop, wait_for(waiter, Clock::time_point::max())));
    EXPECT_FALSE(waiter.is_waiting());
}

TEST(Event, that_nobody_can_end_but_its_notifier_outlasts_an_interrupt) {
    Loop loop;
    Event event(loop);
    Alarm late(loop.alarms(), [&] { event.notify(); });
    Alarm interrupt(loop.alarms(), [&] {
        loop.interrupt();
        late.arm(Clock::now() + milliseconds(5));
    });
    interrupt.arm(Clock::now() + milliseconds(1));
    run_task(loop, event.wait());
    EXPECT_TRUE(run_task(loop, wait_for(event, hours(1))));
}

}  // namespace
}  // namespace outrider
