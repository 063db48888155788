#include "outrider/net/loop.hpp"

namespace outrider {

void Loop::run() {
    io_.restart();
    queue_turn();
    io_.run();
}

// The poller's turn comes round among what is posted: everything that was posted before it runs before it.
void Loop::queue_turn() {
    asio::post(executor(), [this] { take_turn(); });
}

void Loop::take_turn() {
    const bool idle = posted_ == 0;
    if (idle && waiting_ == 0) return;
    poller_.poll(idle);
    queue_turn();
}

Task<void> Loop::yield() {
    const auto begin = [this](auto&& handler) { post(std::forward<decltype(handler)>(handler)); };
    return asio::async_initiate<const asio::use_awaitable_t<Executor>, void()>(begin, awaitable);
}

}  // namespace outrider
