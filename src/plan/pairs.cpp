#include "plan/pairs.hpp"

#include "plan/random.hpp"

#include <algorithm>
#include <numeric>

namespace outrider {
namespace {

void add_pair(Plan& plan, std::uint32_t target, Route proxy, bool control) {
    const std::uint32_t attempts = control ? 1 : plan.settings.attempts;
    plan.pairs.push_back({target, proxy, control, plan.results, attempts});
    plan.results += attempts;
}

// Round k pairs the shuffled proxy p with target (p + k) mod T: wherever a run is cut short, proxies and
// targets have been seen about equally often. A control starts just before its target's first pair.
void order_starts(Plan& plan) {
    const std::size_t targets = plan.targets.size();
    const std::size_t stride = plan.pairs.size() / targets;
    std::vector<std::size_t> proxies(plan.proxies.size());
    std::iota(proxies.begin(), proxies.end(), std::size_t{0});
    Random random(plan.settings.seed);
    shuffle(proxies, random);

    const bool with_controls = stride > proxies.size();
    std::vector<bool> begun(targets, false);
    plan.start_order.reserve(plan.pairs.size());
    for (std::size_t round = 0; round < targets; ++round) {
        for (std::size_t p = 0; p < proxies.size(); ++p) {
            const std::size_t target = (p + round) % targets;
            const std::size_t first = target * stride;
            if (with_controls && !begun[target]) {
                plan.start_order.push_back(static_cast<std::uint32_t>(first + proxies.size()));
            }
            begun[target] = true;
            plan.start_order.push_back(static_cast<std::uint32_t>(first + proxies[p]));
        }
    }
}

}  // namespace

std::uint64_t count_probes(const Plan& plan) {
    const std::uint64_t targets = plan.targets.size();
    const std::uint64_t routes = std::max<std::uint64_t>(1, plan.proxies.size());
    const std::uint64_t controls = plan.settings.direct && !plan.proxies.empty() ? 1 : 0;
    return targets * (routes * plan.settings.attempts + controls);
}

void pair_up(Plan& plan) {
    const auto targets = static_cast<std::uint32_t>(plan.targets.size());
    const auto proxies = static_cast<std::uint32_t>(plan.proxies.size());
    if (proxies == 0) return pair_up(plan, std::vector<Route>(targets));
    plan.pairs.reserve(std::size_t{targets} * (proxies + 1));
    for (std::uint32_t target = 0; target < targets; ++target) {
        for (std::uint32_t proxy = 0; proxy < proxies; ++proxy)
            add_pair(plan, target, proxy, false);
        if (plan.settings.direct) add_pair(plan, target, std::nullopt, true);
    }
    order_starts(plan);
}

void pair_up(Plan& plan, const std::vector<Route>& routes) {
    for (std::uint32_t target = 0; target < routes.size(); ++target) {
        const Route& route = routes[target];
        if (route && plan.settings.direct) {
            // Started first, listed after the pair.
            plan.start_order.push_back(static_cast<std::uint32_t>(plan.pairs.size() + 1));
        }
        plan.start_order.push_back(static_cast<std::uint32_t>(plan.pairs.size()));
        add_pair(plan, target, route, false);
        if (route && plan.settings.direct) add_pair(plan, target, std::nullopt, true);
    }
}

}  // namespace outrider
