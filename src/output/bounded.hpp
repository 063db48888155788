#pragma once

#include "outrider/output/output.hpp"

#include <functional>

namespace outrider {

/// Runs `work` on a thread of its own and waits for it until `deadline`. A blocked write, or a FIFO that
/// nobody opens to read, cannot be called back, only left behind: so `work` must own all that it touches.
WriteError bounded(std::function<WriteError()> work, Clock::time_point deadline);

}  // namespace outrider
