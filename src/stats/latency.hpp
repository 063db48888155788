#pragma once

#include "outrider/stats/totals.hpp"

#include <vector>

namespace outrider {

/// Statistics over the latencies of one group, in any order.
Latency latency_of(std::vector<Micros> latencies);

}  // namespace outrider
