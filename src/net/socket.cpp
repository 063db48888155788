#include "outrider/net/socket.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace outrider {

std::unique_ptr<Socket> Socket::open(Loop& loop, int family) {
    const int descriptor = ::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP);
    if (descriptor < 0) return nullptr;
    std::unique_ptr<Socket> socket(new Socket(loop, descriptor));
    if (loop.poller().add(descriptor, *socket, EPOLLIN | EPOLLOUT | EPOLLET)) return socket;
    const int error = errno;
    socket.reset();
    errno = error;
    return nullptr;
}

Socket::~Socket() {
    loop_.poller().forget(*this);
    ::close(descriptor_);
}

void Socket::refused(Ready ready) {
    seen_ &= ~events_of(ready) | failed;  // a failure is for good
}

Task<bool> Socket::wait(Ready ready, Clock::time_point due) {
    const auto begin = [this, ready, due](Waiter::Handler&& handler) {
        awaited_ = events_of(ready);
        waiter_.hold(std::move(handler));
        if (loop_.interrupted() || Clock::now() >= due) return waiter_.wake_later(false);
        if ((seen_ & awaited_) != 0) return waiter_.wake_later(true);
        waiter_.arm(due);
    };
    return asio::async_initiate<const asio::use_awaitable_t<Executor>, void(bool)>(begin, awaitable);
}

int Socket::take_error() {
    if ((seen_ & failed) == 0) return 0;
    int error = 0;
    socklen_t size = sizeof error;
    ::getsockopt(descriptor_, SOL_SOCKET, SO_ERROR, &error, &size);
    return error;
}

void Socket::on_events(std::uint32_t events) {
    seen_ |= events;
    if (waiter_.is_waiting() && (seen_ & awaited_) != 0) waiter_.wake(true);
}

}  // namespace outrider
