#pragma once

#include "outrider/net/loop.hpp"

#include <boost/asio/co_spawn.hpp>

#include <exception>
#include <optional>

namespace outrider {

/// Runs a coroutine on a loop to its end, and that of all others that wait there.
inline void run_task(Loop& loop, Task<void> task) {
    std::exception_ptr thrown;
    asio::co_spawn(loop.executor(), std::move(task), [&](std::exception_ptr error) { thrown = error; });
    loop.run();
    if (thrown) std::rethrow_exception(thrown);
}

template <class T>
Task<void> keep_result(Task<T> task, std::optional<T>& result) {
    T value = co_await std::move(task);
    result.emplace(std::move(value));
}

/// The same with one that returns something.
template <class T>
T run_task(Loop& loop, Task<T> task) {
    std::optional<T> result;
    run_task(loop, keep_result(std::move(task), result));
    return std::move(*result);
}

}  // namespace outrider
