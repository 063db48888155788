#pragma once

#include <chrono>
#include <cstdint>

namespace outrider {

/// The only clock that durations and deadlines are measured with: a step of the wall clock moves nothing.
using Clock = std::chrono::steady_clock;
/// Every time stamp and duration of a probe is whole microseconds, so that sums and merges are exact.
using Micros = std::chrono::duration<std::int64_t, std::micro>;
/// Wall-clock time, for `started_at`, HTTP dates and nothing else.
using WallTime = std::chrono::sys_time<std::chrono::microseconds>;

inline Micros micros_between(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration_cast<Micros>(to.time_since_epoch()) -
           std::chrono::duration_cast<Micros>(from.time_since_epoch());
}

}  // namespace outrider
