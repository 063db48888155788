#include "outrider/stats/interval.hpp"

#include <algorithm>
#include <cmath>

namespace outrider {

Interval share_interval(std::uint64_t usable, std::uint64_t tested, std::optional<std::uint64_t> pool) {
    constexpr double z = 1.959964;
    const double share = static_cast<double>(usable) / static_cast<double>(tested);
    if (pool && tested >= *pool) return {share, share};

    double n = static_cast<double>(tested);
    if (pool) n *= static_cast<double>(*pool - 1) / static_cast<double>(*pool - tested);
    const double spread = z * z / n;
    const double middle = share + spread / 2;
    const double reach = z * std::sqrt(share * (1 - share) / n + spread / (4 * n));
    // Rounding must not carry a bound past what was seen or past what a share can be.
    return {std::clamp((middle - reach) / (1 + spread), 0.0, share),
            std::clamp((middle + reach) / (1 + spread), share, 1.0)};
}

}  // namespace outrider
