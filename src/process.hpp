#pragma once

#include "outrider/model/time.hpp"

#include <cstdint>

namespace outrider {

/// Arms the end of the process by signals; by the deadline, once that is known.
void guard_process();
/// Again with `connections`, the most that can be open at that time, once they are known.
void guard_deadline(Clock::time_point started, Micros deadline, std::uint64_t connections = 0);
/// When the process will be ended, at the latest; reports are to be written a little before.
Clock::time_point hard_end();

}  // namespace outrider
