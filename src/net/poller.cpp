#include "outrider/net/poller.hpp"

#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace outrider {
namespace {

epoll_event event_of(Watched& watched, std::uint32_t events) {
    epoll_event event{};
    event.events = events;
    event.data.ptr = &watched;
    return event;
}

}  // namespace

Poller::Poller() : set_(::epoll_create1(EPOLL_CLOEXEC)) {
    if (set_ < 0) throw std::system_error(errno, std::generic_category(), "epoll_create1");
}

Poller::~Poller() {
    ::close(set_);
}

bool Poller::add(int descriptor, Watched& watched, std::uint32_t events) {
    epoll_event event = event_of(watched, events);
    return ::epoll_ctl(set_, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

void Poller::change(int descriptor, Watched& watched, std::uint32_t events) {
    epoll_event event = event_of(watched, events);
    ::epoll_ctl(set_, EPOLL_CTL_MOD, descriptor, &event);
}

void Poller::remove(int descriptor, const Watched& watched) {
    ::epoll_ctl(set_, EPOLL_CTL_DEL, descriptor, nullptr);
    forget(watched);
}

void Poller::forget(const Watched& watched) {
    for (std::size_t i = 0; i < ready_count_; ++i) {
        if (ready_[i].data.ptr == &watched) ready_[i].data.ptr = nullptr;
    }
}

void Poller::poll(bool may_wait) {
    const int most = static_cast<int>(ready_.size());
    const int count = ::epoll_wait(set_, ready_.data(), most, may_wait ? -1 : 0);
    ready_count_ = count > 0 ? static_cast<std::size_t>(count) : 0;
    for (std::size_t i = 0; i < ready_count_; ++i) {
        auto* const watched = static_cast<Watched*>(ready_[i].data.ptr);
        if (watched != nullptr) watched->on_events(ready_[i].events);
    }
    ready_count_ = 0;
}

}  // namespace outrider
