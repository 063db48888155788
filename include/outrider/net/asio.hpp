#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <exception>

namespace outrider {

namespace asio = boost::asio;

// Concrete executors keep asio's type erasure off the hot path.
using Executor = asio::io_context::executor_type;
template <class T>
using Task = asio::awaitable<T, Executor>;

/// Completion token: suspends the coroutine.
inline constexpr asio::use_awaitable_t<Executor> awaitable{};

/// Completion token: suspends the coroutine and yields a tuple that begins with the error code; never throws.
inline constexpr auto as_result = asio::as_tuple(awaitable);

/// Completion token of co_spawn: nobody waits, and an exception, which is a bug, ends the loop.
inline constexpr auto detached = [](std::exception_ptr bug) {
    if (bug) std::rethrow_exception(bug);
};

}  // namespace outrider
