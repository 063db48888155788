#pragma once

#include "outrider/model/time.hpp"
#include "outrider/net/poller.hpp"

#include <functional>
#include <map>

namespace outrider {

class AlarmList;

/// Calls a function when a deadline passes, unless it is disarmed first. One belongs to each socket and
/// is armed anew for every step, which costs next to nothing: a later deadline only overwrites the earlier
/// one.
class Alarm {
public:
    Alarm(AlarmList& list, std::function<void()> on_ring) : list_(list), on_ring_(std::move(on_ring)) {}
    ~Alarm();
    Alarm(const Alarm&) = delete;
    Alarm& operator=(const Alarm&) = delete;

    void arm(Clock::time_point due);
    void disarm() { due_ = never; }

private:
    friend class AlarmList;
    static constexpr Clock::time_point never = Clock::time_point::max();

    AlarmList& list_;
    std::function<void()> on_ring_;
    Clock::time_point due_ = never;
    std::multimap<Clock::time_point, Alarm*>::iterator place_{};
    bool queued_ = false;
};

/// All deadlines of one event loop behind one timer. Nothing else in the program makes timers.
/// An alarm that is disarmed or put off keeps its place in the queue until that comes up: most are never
/// reached.
class AlarmList : private Watched {
public:
    explicit AlarmList(Poller& poller);
    ~AlarmList();

    /// Rings every alarm that is armed, now.
    void ring_all();

private:
    friend class Alarm;
    void on_events(std::uint32_t events) override;
    void queue(Alarm& alarm);
    void remove(Alarm& alarm);
    void schedule();
    void ring_due(Clock::time_point now);

    int timer_;
    Clock::time_point scheduled_ = Clock::time_point::max();
    std::multimap<Clock::time_point, Alarm*> queue_;
};

}  // namespace outrider
