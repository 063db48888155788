#include "outrider/net/loop.hpp"

#include "net/run_task.hpp"
#include "net/wait_for.hpp"

#include <boost/asio/co_spawn.hpp>
#include <gtest/gtest.h>

#include <chrono>
#include <exception>
#include <functional>
#include <vector>

namespace outrider {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

TEST(Loop, tells_what_ended_a_wait) {
    Loop loop;
    const Deadline due = Deadline::after(LimitKind::read_timeout, milliseconds(1500));
    EXPECT_EQ(loop.why_late(due), "read-timeout 1.5s");
    loop.interrupt();
    EXPECT_EQ(loop.why_late(due), "ended by a signal");
}

TEST(Loop, ends_by_itself_once_nobody_waits) {
    Loop loop;
    Event event(loop);
    bool ended = false;
    asio::co_spawn(loop.executor(), wait_for(event, hours(1)),
                   [&](std::exception_ptr, bool notified) { ended = notified; });
    loop.post([&] { loop.post([&] { event.notify(); }); });
    loop.run();
    EXPECT_TRUE(ended);
    loop.run();  // with nothing to do
}

TEST(Loop, what_is_posted_and_the_poller_have_their_turns_by_turns) {
    Loop loop;
    Event rung(loop);
    bool heard = false;
    Alarm alarm(loop.alarms(), [&] {
        heard = true;
        rung.notify();
    });
    alarm.arm(Clock::now() + milliseconds(5));
    std::function<void()> again = [&] {
        if (!heard) loop.post(again);
    };
    loop.post(again);
    EXPECT_TRUE(run_task(loop, wait_for(rung, hours(1))));
}

Task<void> note_turns(Loop& loop, int self, std::vector<int>& turns) {
    for (int i = 0; i < 2; ++i) {
        turns.push_back(self);
        co_await loop.yield();
    }
}

TEST(Loop, a_coroutine_that_yields_lets_the_others_go_first) {
    Loop loop;
    std::vector<int> turns;
    asio::co_spawn(loop.executor(), note_turns(loop, 1, turns), detached);
    asio::co_spawn(loop.executor(), note_turns(loop, 2, turns), detached);
    loop.run();
    EXPECT_EQ(turns, (std::vector<int>{1, 2, 1, 2}));
}

}  // namespace
}  // namespace outrider
