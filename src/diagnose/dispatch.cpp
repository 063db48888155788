#include "diagnose/pool_share.hpp"
#include "outrider/diagnose/diagnosis.hpp"

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

}  // namespace

DispatchAdvice advise(State state, const RunRecord& run, const Totals& totals) {
    DispatchAdvice advice;
    advice.concurrency_factor = concurrency_factor(state);
    if (totals.targets.size() == 1) advice.max_requests_per_second = totals.targets[0].quota;
    if (run.proxies.empty()) return advice;

    const PoolShare pool = pool_share(run, totals);
    advice.usable_proxies = pool.share.part;
    advice.tested_proxies = pool.share.whole;
    if (!pool.interval) return advice;
    advice.usable_share = pool.share;
    advice.usable_share_low = pool.interval->low;
    advice.usable_share_high = pool.interval->high;
    return advice;
}

}  // namespace outrider
