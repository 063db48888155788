#pragma once

#include "outrider/model/deadline.hpp"
#include "outrider/probe/capacity.hpp"
#include "outrider/probe/probe.hpp"
#include "outrider/probe/start_queue.hpp"

#include <atomic>
#include <mutex>

namespace outrider {

/// What the event loops of one run share. Every function may be called from the thread of every loop; a probe
/// meets the lock of the queue twice, for as long as it takes to draw a pair.
class RunState {
public:
    RunState(const Plan& plan, Clock::time_point started, const Judge& judge, const Listener& listener);

    const Plan& plan() const { return plan_; }
    Clock::time_point started() const { return started_; }
    const Capacity& capacity() const { return capacity_; }
    /// Some connection will have TLS.
    bool tls() const { return tls_; }
    /// Of the probe window.
    Deadline end() const { return end_; }
    /// Whether a probe that starts now has a fair chance to finish.
    bool has_time() const { return end_.left() >= least_left_; }

    /// Nothing more is to be started, now or later.
    bool is_drawn() const { return left_.load(std::memory_order_relaxed) == 0; }
    /// A pair that may run now; nothing where the limits or the ramp hold back what is left.
    Start draw();
    void release(const Pair& pair);
    /// Takes out what has not been started, when no time is left; nothing: all is out.
    Start drain();

    /// Around each attempt, for the most that were in flight.
    void enter();
    void leave() { in_flight_.fetch_sub(1, std::memory_order_relaxed); }
    /// An attempt came to its end; `interrupted`: by a signal, or never begun because of it.
    void finish(const Pair& pair, std::uint32_t attempt, const Observation& seen, bool interrupted);
    void report_progress();

    /// What was recorded; after the last loop has ended.
    RunRecord take_record();

private:
    bool ramp_allows_draw() const;

    const Plan& plan_;
    const Judge& judge_;
    const Listener& listener_;
    const Clock::time_point started_;
    const bool tls_;
    std::mutex queue_lock_;
    StartQueue queue_;
    std::atomic<std::size_t> left_;  ///< in the queue
    const Capacity capacity_;
    const Micros window_;
    const Deadline end_;
    const Micros least_left_;
    const Clock::time_point first_start_ = Clock::now();

    std::atomic<std::uint32_t> in_flight_ = 0;
    std::atomic<std::uint32_t> most_in_flight_ = 0;
    std::atomic<std::uint64_t> done_ = 0;
    std::atomic<std::uint64_t> ok_ = 0;
    std::atomic<bool> deadline_hit_ = false;
    std::mutex listener_lock_;
    RunRecord record_;  ///< each of its results is set once, by the loop that ran it
};

}  // namespace outrider
