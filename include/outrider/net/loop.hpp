#pragma once

#include "outrider/model/deadline.hpp"
#include "outrider/net/alarm.hpp"
#include "outrider/net/asio.hpp"
#include "outrider/net/poller.hpp"

#include <string>

namespace outrider {

/// One event loop on one thread, with its deadlines. Whatever holds an Alarm or a Socket must be gone before
/// it.
class Loop {
public:
    Loop() : io_(BOOST_ASIO_CONCURRENCY_HINT_UNSAFE), alarms_(io_), poller_(io_) {}

    asio::io_context& io() { return io_; }
    Executor executor() { return io_.get_executor(); }
    AlarmList& alarms() { return alarms_; }
    Poller& poller() { return poller_; }

    /// From now on every wait ends at once as if its deadline had passed.
    void interrupt() {
        interrupted_ = true;
        alarms_.ring_all();
    }
    bool interrupted() const { return interrupted_; }
    /// What ended a wait that came to nothing: `due`, or what made it end at once.
    std::string why_late(Deadline due) const { return interrupted_ ? "ended by a signal" : due.describe(); }

private:
    asio::io_context io_;
    AlarmList alarms_;
    Poller poller_;
    bool interrupted_ = false;
};

/// Something that one coroutine waits for, at most until a deadline. Lives in the waiting coroutine's frame.
class Event {
public:
    explicit Event(Loop& loop)
        : loop_(loop), timer_(loop.executor()), alarm_(loop.alarms(), [this] { timer_.cancel(); }) {
        timer_.expires_at(Clock::time_point::max());
    }

    void notify() {
        notified_ = true;
        timer_.cancel();
    }
    /// True once notified; false when `due` has passed or the loop is interrupted first. May be called again.
    Task<bool> wait(Clock::time_point due);
    /// Until notified, whatever happens: for what is certain to come.
    Task<void> wait();
    void reset() { notified_ = false; }

private:
    Loop& loop_;
    asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Executor> timer_;
    Alarm alarm_;
    bool notified_ = false;
};

}  // namespace outrider
