#pragma once

#include "outrider/net/loop.hpp"

#include <boost/asio/co_spawn.hpp>

#include <exception>
#include <optional>

namespace outrider {

/// Runs a coroutine on a loop to its end and returns what it returned.
template <class T>
T run_task(Loop& loop, Task<T> task) {
    std::optional<T> result;
    std::exception_ptr thrown;
    asio::co_spawn(loop.executor(), std::move(task), [&](std::exception_ptr error, T value) {
        thrown = error;
        result.emplace(std::move(value));
        loop.io().stop();
    });
    loop.io().restart();
    loop.io().run();
    if (thrown) std::rethrow_exception(thrown);
    return std::move(*result);
}

inline void run_task(Loop& loop, Task<void> task) {
    std::exception_ptr thrown;
    asio::co_spawn(loop.executor(), std::move(task), [&](std::exception_ptr error) {
        thrown = error;
        loop.io().stop();
    });
    loop.io().restart();
    loop.io().run();
    if (thrown) std::rethrow_exception(thrown);
}

}  // namespace outrider
