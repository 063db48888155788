#pragma once

#include <cstdint>
#include <optional>

namespace outrider {

/// Bounds of a share, 0..1.
struct Interval {
    double low = 0;
    double high = 1;
};

/// Wilson's 95 % interval for the share of a pool of which `tested` were drawn and `usable` found so, with
/// the finite population correction: n of N are as good as n(N-1)/(N-n) of an endless pool, and all of them
/// leave no doubt. `pool` nullopt is endless. `tested` is at least 1.
Interval share_interval(std::uint64_t usable, std::uint64_t tested, std::optional<std::uint64_t> pool);

}  // namespace outrider
