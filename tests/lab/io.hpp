#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>

namespace outrider::lab {

namespace asio = boost::asio;

// The lab runs on one thread, so everything is typed by the concrete executor: smaller and faster.
using Executor = asio::io_context::executor_type;
using Tcp = asio::ip::tcp;
using Socket = asio::basic_stream_socket<Tcp, Executor>;
using Acceptor = asio::basic_socket_acceptor<Tcp, Executor>;
using Timer = asio::basic_waitable_timer<std::chrono::steady_clock,
                                         asio::wait_traits<std::chrono::steady_clock>, Executor>;
template <class T>
using Task = asio::awaitable<T, Executor>;

/// Completion token: the result of an awaited operation is a tuple that starts with its error_code.
inline constexpr asio::as_tuple_t<asio::use_awaitable_t<Executor>> no_throw{};

/// Starts a task that nobody awaits; what it throws is told on stderr, since it is a bug.
void spawn(const Executor& executor, Task<void> task);

/// Waits.
Task<void> pause(Executor executor, std::chrono::microseconds duration);

}  // namespace outrider::lab
