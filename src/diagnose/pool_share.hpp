#pragma once

#include "outrider/model/run.hpp"
#include "outrider/stats/interval.hpp"
#include "outrider/stats/totals.hpp"

#include <cstdint>
#include <optional>

namespace outrider {

/// How many proxies there are to draw from; nullopt where one is rotating: that has no end of them.
std::optional<std::uint64_t> pool_size(const RunRecord& run);

/// The usable of the tested proxies, and the 95 % interval for the whole pool; nullopt where none was tested.
struct PoolShare {
    Ratio share;
    std::optional<Interval> interval;
};
PoolShare pool_share(const RunRecord& run, const Totals& totals);

}  // namespace outrider
