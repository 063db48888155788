#include "outrider/diagnose/diagnosis.hpp"
#include "outrider/stats/interval.hpp"

#include <algorithm>

namespace outrider {
namespace {

double concurrency_factor(State state) {
    switch (state) {
        case State::healthy:
            return 1.0;
        case State::degraded:
            return 0.5;
        case State::critical:
            return 0.0;
    }
    return 0.0;
}

// How many proxies there are to draw from: a rotating one has no end of them.
std::optional<std::uint64_t> pool_size(const RunRecord& run) {
    const bool rotating = std::any_of(run.proxies.begin(), run.proxies.end(),
                                      [](const ProxyLabel& proxy) { return proxy.rotating; });
    if (rotating) return std::nullopt;
    return run.proxies.size();
}

}  // namespace

DispatchAdvice advise(State state, const RunRecord& run, const Totals& totals) {
    DispatchAdvice advice;
    advice.concurrency_factor = concurrency_factor(state);
    if (totals.targets.size() == 1) advice.max_requests_per_second = totals.targets[0].quota;
    if (run.proxies.empty()) return advice;

    const std::uint64_t usable = totals.verdicts[static_cast<std::size_t>(Verdict::usable)];
    advice.usable_proxies = usable;
    advice.tested_proxies = totals.tested_proxies;
    if (totals.tested_proxies == 0) return advice;
    advice.usable_share = Ratio{usable, totals.tested_proxies};
    const Interval interval = share_interval(usable, totals.tested_proxies, pool_size(run));
    advice.usable_share_low = interval.low;
    advice.usable_share_high = interval.high;
    return advice;
}

}  // namespace outrider
