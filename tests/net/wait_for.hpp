#pragma once

#include "outrider/net/waiter.hpp"

namespace outrider {

/// A wait for an event, as a coroutine of its own.
inline Task<bool> wait_for(Event& event, Clock::duration time) {
    const auto due = Clock::now() + time;
    const bool notified = co_await event.wait(due);
    co_return notified;
}

}  // namespace outrider
