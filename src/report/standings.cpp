#include "report/standings.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace outrider {
namespace {

std::string with_name(const std::string& address, const std::string& name) {
    return name.empty() ? address : address + " (" + name + ')';
}

/// Makes `row` of each index of the worst groups. Rank 0 is no trouble at all.
template <class Groups, class Rank, class Row>
Standings standings(const Groups& groups, std::size_t most, Listed listed, Rank rank, Row row) {
    std::vector<std::size_t> indexes;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (listed == Listed::all || rank(i) > 0) indexes.push_back(i);
    }
    const auto worse = [&](std::size_t a, std::size_t b) {
        if (rank(a) != rank(b)) return rank(a) > rank(b);
        const Ratio rate_a = groups[a].tally.success_rate();
        const Ratio rate_b = groups[b].tally.success_rate();
        if (less(rate_a, rate_b) != less(rate_b, rate_a)) return less(rate_a, rate_b);
        return std::pair(rate_b.whole, a) < std::pair(rate_a.whole, b);
    };
    const std::size_t shown = std::min(indexes.size(), most);
    const auto end = indexes.begin() + static_cast<std::ptrdiff_t>(shown);
    std::partial_sort(indexes.begin(), end, indexes.end(), worse);

    Standings standings;
    std::transform(indexes.begin(), end, std::back_inserter(standings.rows), row);
    standings.left_out = indexes.size() - shown;
    return standings;
}

}  // namespace

Standings worst_targets(const DiagnosticReport& report, std::size_t most, Listed listed) {
    const auto& states = report.diagnosis.targets;
    const auto& targets = report.totals.targets;
    const auto rank = [&](std::size_t i) { return states[i] ? 2 * static_cast<int>(*states[i]) : 1; };
    return standings(targets, most, listed, rank, [&](std::size_t i) {
        const std::string_view word = states[i] ? to_string(*states[i]) : "unknown";
        return Standing{word, states[i], &targets[i].tally, label_of(report.run.targets[i])};
    });
}

Standings worst_proxies(const DiagnosticReport& report, std::size_t most, Listed listed) {
    const auto& proxies = report.totals.proxies;
    const auto rank = [&](std::size_t i) {
        return proxies[i].verdict != Verdict::usable && proxies[i].verdict != Verdict::untested ? 1 : 0;
    };
    return standings(proxies, most, listed, rank, [&](std::size_t i) {
        return Standing{to_string(proxies[i].verdict), std::nullopt, &proxies[i].tally,
                        label_of(report.run.proxies[i])};
    });
}

std::string label_of(const TargetLabel& target) {
    return with_name(target.url, target.name);
}

std::string label_of(const ProxyLabel& proxy) {
    return with_name(proxy.proxy, proxy.name);
}

}  // namespace outrider
