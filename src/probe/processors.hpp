#pragma once

#include <cstdint>

namespace outrider {

/// How many processors this process can keep busy: those that it may run on, less where its control groups
/// allow less CPU time (cpu.max of v2, cpu.cfs_quota_us of v1), rounded up. At least 1.
std::uint32_t available_processors();

}  // namespace outrider
