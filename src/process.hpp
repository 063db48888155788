#pragma once

#include "outrider/model/time.hpp"

namespace outrider {

/// Arms the end of the process by signals; by the deadline, once that is known.
void guard_process();
void guard_deadline(Clock::time_point started, Micros deadline);
/// When the process will be ended, at the latest; reports are to be written a little before.
Clock::time_point hard_end();

}  // namespace outrider
