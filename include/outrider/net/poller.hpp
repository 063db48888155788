#pragma once

#include "outrider/net/asio.hpp"

#include <boost/asio/posix/basic_stream_descriptor.hpp>

#include <sys/epoll.h>

#include <array>
#include <cstddef>

namespace outrider {

class Socket;

/// Wakes the coroutines that wait for sockets: an edge-triggered epoll set inside the event loop, which every
/// socket enters once. With asio's own sockets a plain probe makes four calls of the system more, of which it
/// has few others. Sockets must be gone before their poller.
class Poller {
public:
    explicit Poller(asio::io_context& io);

private:
    friend class Socket;
    // As many as run before timers and everything else have their turn again.
    static constexpr std::size_t most_at_once = 64;

    bool add(Socket& socket);
    void forget(const Socket& socket);
    void on_wait();
    void on_wait_over();
    void listen();
    void wake_ready();

    asio::posix::basic_stream_descriptor<Executor> set_;
    std::size_t waiting_ = 0;
    bool listening_ = false;
    bool waking_ = false;
    std::array<epoll_event, most_at_once> ready_{};
    std::size_t ready_count_ = 0;
};

}  // namespace outrider
