#pragma once

#include <cstdint>

namespace outrider {

/// Bytes that this process can still take: the least of what the machine has available (/proc/meminfo), what
/// its control groups leave (memory.max of v2, memory.limit_in_bytes of v1), and what `ulimit -v` leaves.
/// What cannot be read is no limit.
std::uint64_t available_memory();

}  // namespace outrider
