#pragma once

#include "outrider/model/settings.hpp"

#include <cstdint>
#include <string>

namespace outrider {

/// How many probes may be in flight at once on this machine, and on how many event loops.
struct Capacity {
    std::uint32_t concurrency = 1;
    std::uint32_t threads = 1;
    std::string warning;  ///< where a given `--concurrency` had to be lowered; empty: none
};

/// What this machine lets the process have.
struct MachineLimits {
    std::uint64_t descriptors = 0;
    std::uint64_t memory_bytes = 0;
    std::uint32_t processors = 1;
};

/// From the settings and the limits. `tls`: connections hold TLS sessions, which take memory, and work that
/// several processors can share.
Capacity capacity(const Settings& settings, std::uint64_t pairs, bool tls, const MachineLimits& limits);

/// Raises the soft limit of file descriptors to the hard one, and looks at what memory is free: on the
/// machine, in this control group (v2 or v1), and under `ulimit -v`.
MachineLimits claim_limits();

}  // namespace outrider
