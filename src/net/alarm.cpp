#include "outrider/net/alarm.hpp"

#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>

namespace outrider {
namespace {

// On the clock that Clock is on Linux.
timespec time_of(Clock::time_point due) {
    constexpr std::chrono::nanoseconds soonest(1);  // zero would stop the timer
    const auto since_boot = std::max(std::chrono::nanoseconds(due.time_since_epoch()), soonest);
    const auto seconds = std::chrono::floor<std::chrono::seconds>(since_boot);
    return {seconds.count(), (since_boot - seconds).count()};
}

}  // namespace

Alarm::~Alarm() {
    list_.remove(*this);
}

void Alarm::arm(Clock::time_point due) {
    due_ = due;
    list_.queue(*this);
}

void AlarmList::queue(Alarm& alarm) {
    if (alarm.queued_) {
        if (alarm.due_ >= alarm.place_->first) return;
        auto node = queue_.extract(alarm.place_);
        node.key() = alarm.due_;
        alarm.place_ = queue_.insert(std::move(node));
    } else {
        // Limits are few and the same for all: the latest to start is mostly the latest to be due.
        alarm.place_ = queue_.emplace_hint(queue_.end(), alarm.due_, &alarm);
        alarm.queued_ = true;
    }
    schedule();
}

void AlarmList::remove(Alarm& alarm) {
    if (alarm.queued_) queue_.erase(alarm.place_);
    alarm.queued_ = false;
}

// Edge-triggered: each time that it runs out is an event, and nothing is to be read.
AlarmList::AlarmList(Poller& poller) : timer_(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC)) {
    if (timer_ >= 0 && poller.add(timer_, *this, EPOLLIN | EPOLLET)) return;
    throw std::system_error(errno, std::generic_category(), "timerfd");
}

AlarmList::~AlarmList() {
    ::close(timer_);
}

void AlarmList::on_events(std::uint32_t) {
    scheduled_ = Clock::time_point::max();
    ring_due(Clock::now());
    schedule();
}

void AlarmList::schedule() {
    if (queue_.empty() || queue_.begin()->first >= scheduled_) return;
    scheduled_ = queue_.begin()->first;
    itimerspec timer{};
    timer.it_value = time_of(scheduled_);
    ::timerfd_settime(timer_, TFD_TIMER_ABSTIME, &timer, nullptr);
}

void AlarmList::ring_due(Clock::time_point now) {
    while (!queue_.empty() && queue_.begin()->first <= now) {
        Alarm& alarm = *queue_.begin()->second;
        if (alarm.due_ > now && alarm.due_ != Alarm::never) {
            auto node = queue_.extract(queue_.begin());
            node.key() = alarm.due_;
            alarm.place_ = queue_.insert(std::move(node));
            continue;
        }
        const bool rings = alarm.due_ != Alarm::never;
        remove(alarm);
        alarm.disarm();
        if (rings) alarm.on_ring_();
    }
}

void AlarmList::ring_all() {
    for (auto& [at, alarm] : queue_) {
        if (alarm->due_ != Alarm::never) alarm->due_ = Clock::time_point::min();
    }
    ring_due(Clock::time_point::max() - Clock::duration(1));
}

}  // namespace outrider
