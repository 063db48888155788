#pragma once

#include "outrider/model/settings.hpp"

#include <cstdint>
#include <string>

namespace outrider {

/// How many probes may be in flight at once on this machine.
struct Capacity {
    std::uint32_t concurrency = 1;
    std::string warning;  ///< where a given `--concurrency` had to be lowered; empty: none
};

/// From the settings and the number of file descriptors that one process may hold.
Capacity capacity(const Settings& settings, std::uint64_t pairs, std::uint64_t descriptors);

/// Raises the soft limit of file descriptors to the hard one and returns it.
std::uint64_t raise_descriptor_limit();

}  // namespace outrider
