#include "outrider/report/drift.hpp"

#include "outrider/report/report.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace outrider {
namespace {

/// What a run says of a masked URL, the more telling the higher.
enum class Standing { untested, unusable, usable, told };

Standing standing_of(Verdict verdict) {
    if (verdict == Verdict::untested) return Standing::untested;
    return verdict == Verdict::usable ? Standing::usable : Standing::unusable;
}

using Standings = std::unordered_map<std::string_view, Standing>;

void add(Standings& standings, std::string_view proxy, Verdict verdict) {
    Standing& standing = standings[proxy];
    standing = std::max(standing, standing_of(verdict));
}

std::int64_t rate_change(Ratio now, std::uint64_t before) {
    constexpr std::uint64_t scale = 10'000;
    const std::uint64_t whole = now.whole == 0 ? 1 : now.whole;
    const Wide new_part = now.whole == 0 ? 0 : Wide{now.part} * scale;
    const Wide old_part = Wide{before} * whole;
    const bool fell = new_part < old_part;
    const Wide distance = fell ? old_part - new_part : new_part - old_part;
    const auto rounded = static_cast<std::int64_t>((2 * distance + whole) / (2 * Wide{whole}));
    return fell ? -rounded : rounded;
}

}  // namespace

Drift drift_since(const Baseline& before, const DiagnosticReport& now) {
    Drift drift;
    drift.state_before = before.state;
    const Tally& tally = now.totals.run;
    if (before.success_rate) {
        drift.success_rate_change = rate_change(tally.success_rate(), *before.success_rate);
    }
    if (before.p95 && tally.latency.p95) drift.p95_change = *tally.latency.p95 - *before.p95;

    Standings old_standings;
    for (const Baseline::ListedProxy& listed : before.proxies)
        add(old_standings, listed.proxy, listed.verdict);
    Standings new_standings;
    for (std::size_t i = 0; i < now.run.proxies.size(); ++i)
        add(new_standings, now.run.proxies[i].proxy, now.totals.proxies[i].verdict);
    for (const ProxyLabel& label : now.run.proxies) {
        const auto found = old_standings.find(label.proxy);
        const Standing was = found == old_standings.end() ? Standing::untested : found->second;
        const Standing is = std::exchange(new_standings[label.proxy], Standing::told);
        if (was == Standing::usable && is == Standing::unusable) drift.proxies_lost.push_back(label.proxy);
        if (was == Standing::unusable && is == Standing::usable) drift.proxies_gained.push_back(label.proxy);
    }
    return drift;
}

}  // namespace outrider
