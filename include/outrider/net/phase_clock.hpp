#pragma once

#include "outrider/model/observation.hpp"
#include "outrider/model/time.hpp"

namespace outrider {

/// Splits the time of a probe into its phases without gaps: what is not yet in another phase belongs to the
/// last one entered, so that the phases add up to the latency.
class PhaseClock {
public:
    /// Counts into `times`, which outlives it.
    explicit PhaseClock(PhaseTimes& times) : times_(times) {}

    void enter(Phase phase) {
        stop();
        current_ = phase;
        auto& time = times_[static_cast<std::size_t>(phase)];
        if (!time) time = Micros(0);
        running_ = true;
    }
    /// Counts what has passed towards the current phase: call it when the last byte has been read.
    void stop() {
        const Clock::time_point now = Clock::now();
        if (running_) *times_[static_cast<std::size_t>(current_)] += micros_between(last_, now);
        last_ = now;
    }

    Phase current() const { return current_; }

private:
    PhaseTimes& times_;
    Clock::time_point last_{};
    Phase current_ = Phase::dns;
    bool running_ = false;
};

}  // namespace outrider
