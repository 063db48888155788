#pragma once

#include "outrider/net/waiter.hpp"

#include <cstdint>
#include <memory>

namespace outrider {

/// A non-blocking TCP socket, closed with its object, and the one coroutine that may wait for it. It enters
/// the poller once, for both ways, and remembers what it was told.
class Socket : private Watched {
public:
    enum class Ready { read, write };

    /// `family`: AF_INET or AF_INET6. Null where the machine has no more to give; `errno` says what.
    static std::unique_ptr<Socket> open(Loop& loop, int family);
    ~Socket();

    int descriptor() const { return descriptor_; }
    /// Whether the poller has seen that it may go well, and the system has not refused it since.
    bool may(Ready ready) const { return (seen_ & events_of(ready)) != 0; }
    /// The system has just refused it for now (EAGAIN).
    void refused(Ready ready);
    /// Waits until it may be done; false: cancelled, or `due` has passed or the loop is interrupted first.
    Task<bool> wait(Ready ready, Clock::time_point due);
    void cancel() { waiter_.wake_later(false); }
    /// What befell the connection in the background (SO_ERROR), once; 0: nothing.
    int take_error();

private:
    Socket(Loop& loop, int descriptor) : loop_(loop), waiter_(loop), descriptor_(descriptor) {}
    // A failure ends every wait.
    static constexpr std::uint32_t failed = EPOLLERR | EPOLLHUP;
    static std::uint32_t events_of(Ready ready) {
        return failed | (ready == Ready::read ? EPOLLIN : EPOLLOUT);
    }
    void on_events(std::uint32_t events) override;

    Loop& loop_;
    Waiter waiter_;
    const int descriptor_;
    std::uint32_t awaited_ = 0;  ///< of epoll's events
    std::uint32_t seen_ = 0;     ///< since each was last refused
};

}  // namespace outrider
