#include "outrider/net/alarm.hpp"

namespace outrider {

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

void AlarmList::schedule() {
    if (queue_.empty() || queue_.begin()->first >= scheduled_) return;
    scheduled_ = queue_.begin()->first;
    timer_.expires_at(scheduled_);
    timer_.async_wait([this](boost::system::error_code aborted) {
        if (aborted) return;
        scheduled_ = Clock::time_point::max();
        ring_due(Clock::now());
        schedule();
    });
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
