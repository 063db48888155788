#pragma once

#include "outrider/model/time.hpp"

#include <cstdint>
#include <vector>

namespace outrider {

/// How late the event loop was, sampled by a tick that is due at regular times.
class Lag {
public:
    static constexpr Micros tick{10'000};

    void add(Micros late) { samples_.push_back(static_cast<std::uint32_t>(late.count())); }
    void add(const Lag& other) {
        samples_.insert(samples_.end(), other.samples_.begin(), other.samples_.end());
    }
    /// The 99th percentile; 0 of none.
    Micros p99() const;

private:
    std::vector<std::uint32_t> samples_;
};

/// How many probes may start in each tick so that the loop keeps up: a loop that is late makes every latency
/// a lie. It grows while the loop is in time, and is halved when it is late (as TCP does); and since what a
/// start costs comes only when the peer has answered, it is never more than half of the thread's time pays
/// for.
class Pace {
public:
    /// Without `limited`, everything may start at once. `cost`: the CPU time that a probe is taken to need
    /// until it shows that it needs more.
    Pace(bool limited, Micros cost);

    /// A tick came `late` after it was due, and since the one before it this thread has had `worked` of CPU:
    /// a loop that is late because of others does not get better by starting less.
    void on_tick(Micros late, Micros worked);
    bool allows_start() const { return !limited_ || left_ > 0; }
    void on_start() {
        ++started_;
        left_ -= left_ > 0 ? 1 : 0;
    }

private:
    std::uint32_t affordable() const;

    bool limited_;
    Micros cost_;
    Micros worked_{0};
    std::uint32_t started_ = 0;
    std::uint32_t burst_;
    std::uint32_t left_;
};

}  // namespace outrider
