#include "outrider/net/waiter.hpp"

#include <utility>

namespace outrider {

Task<bool> Waiter::wait(Clock::time_point due) {
    const auto begin = [this, due](Handler&& handler) {
        hold(std::move(handler));
        arm(due);
    };
    return asio::async_initiate<const asio::use_awaitable_t<Executor>, void(bool)>(begin, awaitable);
}

void Waiter::hold(Handler&& handler) {
    handler_.emplace(std::move(handler));
    ++loop_.waiting_;
}

void Waiter::wake(bool in_time) {
    Handler handler = take();
    handler(in_time);
}

void Waiter::wake_later(bool in_time) {
    if (!handler_) return;
    loop_.post([handler = take(), in_time]() mutable { handler(in_time); });
}

Waiter::Handler Waiter::take() {
    Handler handler = std::move(*handler_);
    handler_.reset();
    alarm_.disarm();
    --loop_.waiting_;
    return handler;
}

Task<bool> Event::wait(Clock::time_point due) {
    if (!notified_ && !loop_.interrupted() && Clock::now() < due) {
        co_await waiter_.wait(due);
    }
    co_return notified_;
}

Task<void> Event::wait() {
    while (!notified_) {
        co_await waiter_.wait(Clock::time_point::max());
    }
}

}  // namespace outrider
