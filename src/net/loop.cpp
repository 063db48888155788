#include "outrider/net/loop.hpp"

namespace outrider {

Task<bool> Event::wait(Clock::time_point due) {
    if (!notified_ && !loop_.interrupted() && Clock::now() < due) {
        alarm_.arm(due);
        co_await timer_.async_wait(as_result);
        alarm_.disarm();
    }
    co_return notified_;
}

Task<void> Event::wait() {
    while (!notified_) {
        co_await timer_.async_wait(as_result);
    }
}

}  // namespace outrider
