#include "lab/io.hpp"

#include <boost/asio/co_spawn.hpp>

#include <cstdio>
#include <exception>
#include <utility>

namespace outrider::lab {

void spawn(const Executor& executor, Task<void> task) {
    asio::co_spawn(executor, std::move(task), [](std::exception_ptr failure) {
        if (!failure) return;
        try {
            std::rethrow_exception(failure);
        } catch (const std::exception& fault) {
            std::fprintf(stderr, "outrider-lab: a session failed: %s\n", fault.what());
        }
    });
}

Task<void> pause(Executor executor, std::chrono::microseconds duration) {
    Timer timer(executor, duration);
    co_await timer.async_wait(no_throw);
}

}  // namespace outrider::lab
