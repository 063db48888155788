#include "outrider/net/socket.hpp"

#include <boost/asio/post.hpp>

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
    if (loop.poller().add(*socket)) return socket;
    const int error = errno;
    socket.reset();
    errno = error;
    return nullptr;
}

Socket::~Socket() {
    loop_.poller().forget(*this);
    ::close(descriptor_);
    if (waiter_) loop_.poller().on_wait_over();
}

void Socket::refused(Ready ready) {
    seen_ &= ~events_of(ready) | failed;  // a failure is for good
}

Task<bool> Socket::wait(Ready ready, Clock::time_point due) {
    const auto begin = [this, ready, due](Waiter&& waiter) {
        awaited_ = events_of(ready);
        waiter_.emplace(std::move(waiter));
        loop_.poller().on_wait();
        if (loop_.interrupted() || Clock::now() >= due) return resume_later(false);
        if ((seen_ & awaited_) != 0) return resume_later(true);
        alarm_.arm(due);
    };
    return asio::async_initiate<const asio::use_awaitable_t<Executor>, void(bool)>(begin, awaitable);
}

// Not at once: the coroutine may end what is cancelling it.
void Socket::cancel() {
    if (waiter_) resume_later(false);
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
    if (!waiter_ || (seen_ & awaited_) == 0) return;
    Waiter waiter = take_waiter();
    waiter(true);
}

Socket::Waiter Socket::take_waiter() {
    Waiter waiter = std::move(*waiter_);
    waiter_.reset();
    alarm_.disarm();
    loop_.poller().on_wait_over();
    return waiter;
}

void Socket::resume_later(bool in_time) {
    asio::post(loop_.executor(), [waiter = take_waiter(), in_time]() mutable { waiter(in_time); });
}

}  // namespace outrider
