#include "diagnose/pool_share.hpp"

#include <algorithm>

namespace outrider {

std::optional<std::uint64_t> pool_size(const RunRecord& run) {
    const bool rotating = std::any_of(run.proxies.begin(), run.proxies.end(),
                                      [](const ProxyLabel& proxy) { return proxy.rotating; });
    if (rotating) return std::nullopt;
    return run.proxies.size();
}

PoolShare pool_share(const RunRecord& run, const Totals& totals) {
    PoolShare pool;
    pool.share = {totals.verdicts[static_cast<std::size_t>(Verdict::usable)], totals.tested_proxies};
    if (totals.tested_proxies == 0) return pool;
    pool.interval = share_interval(pool.share.part, pool.share.whole, pool_size(run));
    return pool;
}

}  // namespace outrider
