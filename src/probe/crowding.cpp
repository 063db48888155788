#include "outrider/probe/crowding.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

namespace outrider {

std::optional<std::string> crowding_warning(const Plan& plan) {
    constexpr std::uint64_t many = 1000;
    if (plan.settings.per_host > 0 || plan.settings.ramp.count() > 0) return std::nullopt;
    std::map<std::string, std::uint64_t> probes;
    for (const Pair& pair : plan.pairs)
        probes[plan.targets[pair.target].url.host.host] += pair.attempts;
    const auto most = std::max_element(probes.begin(), probes.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == probes.end() || most->second <= many) return std::nullopt;
    return std::to_string(most->second) + " probes go to " +
           hidden_scrubber(plan.substituted).scrub(most->first) +
           ": --per-host or --ramp would be kinder to it, --sample needs fewer";
}

}  // namespace outrider
