#pragma once

#include "outrider/net/loop.hpp"

#include <optional>

namespace outrider {

/// The one coroutine that waits for something to happen, at most until a deadline. The waiting coroutine must
/// not end before its wait does, unless with the whole loop.
class Waiter {
public:
    using Handler = asio::async_result<asio::use_awaitable_t<Executor>, void(bool)>::handler_type;

    explicit Waiter(Loop& loop) : loop_(loop), alarm_(loop.alarms(), [this] { wake_later(false); }) {}
    ~Waiter() {
        if (handler_) --loop_.waiting_;
    }
    Waiter(const Waiter&) = delete;
    Waiter& operator=(const Waiter&) = delete;

    bool is_waiting() const { return handler_.has_value(); }

    /// True: woken; false: `due` has passed.
    Task<bool> wait(Clock::time_point due);

    /// The parts of a wait, for one that may be over as it begins: it is held, then armed or woken.
    void hold(Handler&& handler);
    void arm(Clock::time_point due) { alarm_.arm(due); }

    /// Goes on with the coroutine, which must be waiting, in here.
    void wake(bool in_time);
    /// Not at once: it may end what is waking it. Nothing where nobody waits.
    void wake_later(bool in_time);

private:
    Handler take();

    Loop& loop_;
    Alarm alarm_;
    std::optional<Handler> handler_;
};

/// Something that one coroutine waits for, at most until a deadline. Lives in the waiting coroutine's frame.
class Event {
public:
    explicit Event(Loop& loop) : loop_(loop), waiter_(loop) {}

    void notify() {
        notified_ = true;
        waiter_.wake_later(true);
    }
    /// True once notified; false when `due` has passed or the loop is interrupted first. May be called again.
    Task<bool> wait(Clock::time_point due);
    /// Until notified, whatever happens: for what is certain to come.
    Task<void> wait();
    void reset() { notified_ = false; }

private:
    Loop& loop_;
    Waiter waiter_;
    bool notified_ = false;
};

}  // namespace outrider
