#pragma once

#include "outrider/model/deadline.hpp"
#include "outrider/net/alarm.hpp"
#include "outrider/net/asio.hpp"
#include "outrider/net/poller.hpp"

#include <boost/asio/post.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace outrider {

/// One event loop on one thread, with its deadlines. asio's io_context runs the coroutines and what is
/// posted; all waiting is done by one poller: asio's own sockets would cost a plain probe, which has few
/// calls of the system, several more. Whatever holds an Alarm, a Waiter or a Socket must be gone before the
/// loop.
class Loop {
public:
    Loop() : io_(BOOST_ASIO_CONCURRENCY_HINT_UNSAFE), alarms_(poller_) {}

    Executor executor() { return io_.get_executor(); }
    AlarmList& alarms() { return alarms_; }
    Poller& poller() { return poller_; }

    /// Runs what is spawned and posted until nobody waits for anything.
    void run();

    /// Has the function called, but not at once. All but the spawning of coroutines must be posted here: the
    /// loop does not wait while it knows of something to run.
    template <class Function>
    void post(Function function) {
        ++posted_;
        asio::post(executor(), [this, function = std::move(function)]() mutable {
            --posted_;
            function();
        });
    }

    /// Lets others have their turn first.
    Task<void> yield();

    /// From now on every wait ends at once as if its deadline had passed.
    void interrupt() {
        interrupted_ = true;
        alarms_.ring_all();
    }
    bool interrupted() const { return interrupted_; }
    /// What ended a wait that came to nothing: `due`, or what made it end at once.
    std::string why_late(Deadline due) const { return interrupted_ ? "ended by a signal" : due.describe(); }

private:
    friend class Waiter;
    void take_turn();
    void queue_turn();

    asio::io_context io_;
    Poller poller_;
    AlarmList alarms_;
    std::size_t posted_ = 0;   ///< and not yet called
    std::size_t waiting_ = 0;  ///< coroutines, for what the poller tells
    bool interrupted_ = false;
};

}  // namespace outrider
