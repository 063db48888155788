#include "outrider/net/poller.hpp"

#include "outrider/net/socket.hpp"

#include <cerrno>
#include <system_error>

namespace outrider {
namespace {

int make_set() {
    const int set = ::epoll_create1(EPOLL_CLOEXEC);
    if (set < 0) throw std::system_error(errno, std::generic_category(), "epoll_create1");
    return set;
}

}  // namespace

Poller::Poller(asio::io_context& io) : set_(io.get_executor(), make_set()) {}

bool Poller::add(Socket& socket) {
    epoll_event event{};
    event.events = EPOLLIN | EPOLLOUT | EPOLLET;
    event.data.ptr = &socket;
    return ::epoll_ctl(set_.native_handle(), EPOLL_CTL_ADD, socket.descriptor(), &event) == 0;
}

// Whoever is woken first may end another that is ready too.
void Poller::forget(const Socket& socket) {
    for (std::size_t i = 0; i < ready_count_; ++i) {
        if (ready_[i].data.ptr == &socket) ready_[i].data.ptr = nullptr;
    }
}

void Poller::on_wait() {
    ++waiting_;
    if (!waking_) listen();
}

// A loop whose last waiter has gone is to end.
void Poller::on_wait_over() {
    --waiting_;
    if (waiting_ > 0 || !listening_) return;
    boost::system::error_code ignored;
    set_.cancel(ignored);
}

void Poller::listen() {
    if (listening_) return;
    listening_ = true;
    set_.async_wait(decltype(set_)::wait_read, [this](boost::system::error_code error) {
        listening_ = false;
        if (!error) wake_ready();
        if (waiting_ > 0) listen();
    });
}

void Poller::wake_ready() {
    const int count = ::epoll_wait(set_.native_handle(), ready_.data(), static_cast<int>(ready_.size()), 0);
    waking_ = true;
    ready_count_ = count > 0 ? static_cast<std::size_t>(count) : 0;
    for (std::size_t i = 0; i < ready_count_; ++i) {
        auto* const socket = static_cast<Socket*>(ready_[i].data.ptr);
        if (socket != nullptr) socket->on_events(ready_[i].events);
    }
    ready_count_ = 0;
    waking_ = false;
}

}  // namespace outrider
