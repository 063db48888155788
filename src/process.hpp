#pragma once

#include "outrider/model/time.hpp"

#include <cstdint>
#include <utility>

namespace outrider {

/// Arms the end of the process by signals; by the deadline, once that is known.
void guard_process();
/// Again with `connections`, the most that can be open at that time, once they are known.
void guard_deadline(Clock::time_point started, Micros deadline, std::uint64_t connections = 0);
/// When the process will be ended, at the latest; reports are to be written a little before.
Clock::time_point hard_end();

/// Keeps what lasts until the process ends, once for each type: taking a large plan or report to pieces would
/// cost time, and the system takes its memory back at once.
template <class T>
T& kept(T value) {
    static T* const forever = new T(std::move(value));
    return *forever;
}

}  // namespace outrider
