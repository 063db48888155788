#include "outrider/stats/totals.hpp"

#include "outrider/stats/percentile.hpp"
#include "stats/latency.hpp"

#include <algorithm>
#include <utility>

namespace outrider {
namespace {

// The probes of one group: the run, a target, or a proxy.
class Group {
public:
    explicit Group(Tally& tally) : tally_(tally) {}

    void add(const ProbeResult& result) {
        ++tally_.planned;
        ++tally_.outcomes[static_cast<std::size_t>(result.outcome)];
        if (result.error) ++tally_.errors[static_cast<std::size_t>(*result.error)];
        if (is_throttled(result)) ++tally_.throttled;
        const bool failed =
            result.outcome == Outcome::proxy_error || result.outcome == Outcome::network_error;
        if (failed && result.blame == Blame::proxy) ++tally_.proxy_faults;
        if (result.latency) latencies_.push_back(*result.latency);
    }

    void add_abandoned(std::uint64_t probes) {
        tally_.planned += probes;
        tally_.outcomes[static_cast<std::size_t>(Outcome::abandoned)] += probes;
    }

    void finish() {
        tally_.abandoned = tally_.count(Outcome::abandoned);
        tally_.local_errors = tally_.count(Outcome::local_error);
        tally_.successes = tally_.count(Outcome::success);
        tally_.latency = latency_of(std::move(latencies_));
    }

private:
    Tally& tally_;
    std::vector<Micros> latencies_;
};

template <class Each>
std::vector<Group> groups_of(std::deque<Each>& totals) {
    std::vector<Group> groups;
    groups.reserve(totals.size());
    for (Each& each : totals)
        groups.emplace_back(each.tally);
    return groups;
}

bool is_completed(const ProbeResult& result) {
    return result.outcome != Outcome::abandoned && result.outcome != Outcome::local_error;
}

bool has_smaller_rate(const Quota& a, const Quota& b) {
    return less({a.requests, a.window_s}, {b.requests, b.window_s});
}

void keep_smallest(std::optional<Quota>& smallest, const std::optional<Quota>& seen) {
    if (!seen || seen->window_s == 0) return;
    if (!smallest || has_smaller_rate(*seen, *smallest)) smallest = seen;
}

void count_labels(const ProbeResult& result, Totals& totals) {
    if (result.status) ++totals.statuses[*result.status];
    if (!result.vendor.empty()) ++totals.vendors[result.vendor];
    if (!result.edge.empty()) ++totals.edges[result.edge];
}

PhaseStats phase_stats(const RunRecord& run, std::size_t phase) {
    std::vector<Micros> times;
    for (const ProbeResult& result : run.results) {
        if (!result.control && result.latency && result.phases[phase]) {
            times.push_back(*result.phases[phase]);
        }
    }
    if (times.empty()) return {};
    std::sort(times.begin(), times.end());
    return {nearest_rank(times, 50), nearest_rank(times, 95)};
}

// The wait that all but one in a hundred of the completed probes are content with, and its text.
void count_waits(const RunRecord& run, Totals& totals) {
    std::vector<std::uint32_t> waits;
    for (const ProbeResult& result : run.results) {
        if (!result.control && is_completed(result)) waits.push_back(result.retry_after_s.value_or(0));
    }
    if (waits.empty()) return;
    std::sort(waits.begin(), waits.end());
    const std::uint32_t wait = nearest_rank(waits, 99);
    if (wait == 0) return;
    totals.retry_after_s = wait;
    const auto first = std::find_if(run.results.begin(), run.results.end(), [&](const ProbeResult& result) {
        return !result.control && is_completed(result) && result.retry_after_s == wait;
    });
    totals.retry_after_raw = first->retry_after_raw;
}

void count_verdict(Verdict verdict, Totals& totals) {
    ++totals.verdicts[static_cast<std::size_t>(verdict)];
    if (verdict != Verdict::untested) ++totals.tested_proxies;
}

// A rotating proxy is another one at every connection: each of its completed probes has a verdict.
void count_exits(const RunRecord& run, Totals& totals) {
    for (const ProbeResult& result : run.results) {
        if (!result.proxy || !run.proxies[*result.proxy].rotating || !is_completed(result)) continue;
        Tally one;
        Group group(one);
        group.add(result);
        group.finish();
        count_verdict(verdict_of(one), totals);
    }
}

}  // namespace

bool is_throttled(const ProbeResult& result) {
    if (result.outcome == Outcome::rate_limited) return true;
    return result.status == 429 &&
           (result.outcome == Outcome::challenged || result.outcome == Outcome::banned);
}

Totals total(const RunRecord& run) {
    Totals totals;
    totals.targets.resize(run.targets.size());
    totals.proxies.resize(run.proxies.size());
    Group all(totals.run);
    std::vector<Group> targets = groups_of(totals.targets);
    std::vector<Group> proxies = groups_of(totals.proxies);
    for (const ProbeResult& result : run.results) {
        TargetTotals& target = totals.targets[result.target];
        target.requests += result.requests;
        if (result.control) {
            ++totals.controls;
            target.control = result.outcome;
            continue;
        }
        all.add(result);
        targets[result.target].add(result);
        if (result.proxy) proxies[*result.proxy].add(result);
        keep_smallest(target.quota, result.quota);
        count_labels(result, totals);
    }

    all.add_abandoned(run.missing);
    all.finish();
    for (Group& target : targets)
        target.finish();
    for (std::size_t i = 0; i < proxies.size(); ++i) {
        ProxyTotals& proxy = totals.proxies[i];
        proxies[i].finish();
        proxy.verdict = verdict_of(proxy.tally);
        const bool one_proxy = !run.proxies[i].rotating || proxy.verdict == Verdict::untested;
        if (one_proxy) count_verdict(proxy.verdict, totals);
    }
    count_exits(run, totals);
    for (std::size_t i = 0; i < phase_count; ++i)
        totals.phases[i] = phase_stats(run, i);
    count_waits(run, totals);
    return totals;
}

}  // namespace outrider
