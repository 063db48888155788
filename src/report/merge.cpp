#include "outrider/report/merge.hpp"

#include "report/rank.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

namespace outrider {
namespace {

constexpr std::size_t most_listed = 10;

bool same_pairs(const RunRecord& a, const RunRecord& b) {
    return std::equal(a.targets.begin(), a.targets.end(), b.targets.begin(), b.targets.end(),
                      [](const TargetLabel& x, const TargetLabel& y) { return x.url == y.url; }) &&
           std::equal(a.proxies.begin(), a.proxies.end(), b.proxies.begin(), b.proxies.end(),
                      [](const ProxyLabel& x, const ProxyLabel& y) {
                          return x.proxy == y.proxy && x.rotating == y.rotating;
                      });
}

std::string shard_text(const Shard& shard) {
    return "shard " + std::to_string(shard.index) + " of " + std::to_string(shard.count);
}

Interrupt first_of(Interrupt a, Interrupt b) {
    if (a == Interrupt::none || b == Interrupt::none) return std::max(a, b);
    return std::min(a, b);
}

void sort_rejected(std::vector<Rejected>& rejected) {
    const auto key = [](const Rejected& line) { return std::tie(line.source, line.line, line.reason); };
    std::sort(rejected.begin(), rejected.end(),
              [&](const Rejected& a, const Rejected& b) { return key(a) < key(b); });
    const auto equal = [&](const Rejected& a, const Rejected& b) { return key(a) == key(b); };
    rejected.erase(std::unique(rejected.begin(), rejected.end(), equal), rejected.end());
}

/// The order of the plan, as indexes into `results`.
std::vector<std::uint32_t> plan_order(const ResultList& results) {
    using Place = std::pair<decltype(rank(results[0])), std::uint32_t>;
    std::vector<Place> places;
    places.reserve(results.size());
    for (const ProbeResult& result : results)
        places.emplace_back(rank(result), static_cast<std::uint32_t>(places.size()));
    std::sort(places.begin(), places.end());
    std::vector<std::uint32_t> order(places.size());
    std::transform(places.begin(), places.end(), order.begin(),
                   [](const Place& place) { return place.second; });
    return order;
}

/// The first of two results of one probe, in sorted ones.
const ProbeResult* find_twice(const ResultList& results) {
    const auto twice =
        std::adjacent_find(results.begin(), results.end(),
                           [](const ProbeResult& a, const ProbeResult& b) { return rank(a) == rank(b); });
    return twice == results.end() ? nullptr : &*twice;
}

std::string probe_text(const ProbeResult& result) {
    return "target " + std::to_string(result.target) +
           (result.proxy ? ", proxy " + std::to_string(*result.proxy) : ", direct") + ", attempt " +
           std::to_string(result.attempt);
}

}  // namespace

std::optional<std::string> Merge::add(RunRecord run, const std::string& report) {
    if (auto fault = misfit(run, report)) return fault;
    if (run.shard) reports_of_shards_.emplace(run.shard->index, report);
    if (first_.empty()) {
        first_ = report;
        if (run.shard) named_by_ = run.shard->index;
        whole_ = std::move(run);
        return std::nullopt;
    }
    if (run.shard->index < named_by_) {
        named_by_ = run.shard->index;
        whole_.name = run.name;
    }
    widen(run);
    whole_.results.append(std::move(run.results));
    std::move(run.rejected.begin(), run.rejected.end(), std::back_inserter(whole_.rejected));
    return std::nullopt;
}

std::optional<std::string> Merge::misfit(const RunRecord& run, const std::string& report) const {
    if (!run.shard && reports_ > 1) {
        return "it is of a whole run, no shard of one: a whole run is merged alone";
    }
    if (first_.empty()) return std::nullopt;
    if (run.plan_id != whole_.plan_id || run.shard->count != whole_.shard->count ||
        run.shard->total != whole_.shard->total || !same_pairs(run, whole_)) {
        return "it is of another plan than " + first_ + ": merge the shards of one";
    }
    const auto other = reports_of_shards_.find(run.shard->index);
    if (other == reports_of_shards_.end()) return std::nullopt;
    return "it is of " + shard_text(*run.shard) + ", and so is " +
           (other->second == report ? "the one of that name before it" : other->second) + ": name each once";
}

void Merge::widen(const RunRecord& run) {
    whole_.started_at = std::min(whole_.started_at, run.started_at);
    whole_.duration = std::max(whole_.duration, run.duration);
    whole_.deadline = std::max(whole_.deadline, run.deadline);
    whole_.probe_window = std::max(whole_.probe_window, run.probe_window);
    whole_.lag = std::max(whole_.lag, run.lag);  // none is the smallest
    whole_.deadline_hit = whole_.deadline_hit || run.deadline_hit;
    whole_.interrupt = first_of(whole_.interrupt, run.interrupt);
    constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
    whole_.concurrency += std::min(run.concurrency, most - whole_.concurrency);
    whole_.duplicates = std::max(whole_.duplicates, run.duplicates);
}

std::string Merge::missing_shards() const {
    const std::uint32_t count = whole_.shard->count;
    const std::size_t missing = count - reports_of_shards_.size();
    std::string text = missing == 1 ? "shard" : "shards";
    std::size_t listed = 0;
    for (std::uint32_t index = 0; index < count && listed < most_listed; ++index) {
        if (reports_of_shards_.contains(index)) continue;
        text.append(listed == 0 ? " " : ", ").append(std::to_string(index));
        ++listed;
    }
    if (missing > listed) text += " and " + std::to_string(missing - listed) + " more";
    return text + " of " + std::to_string(count) + (missing == 1 ? " is missing" : " are missing");
}

std::variant<Merge::Merged, std::string> Merge::finish(bool allow_missing) {
    Merged merged;
    if (whole_.shard) {
        const std::uint64_t total = whole_.shard->total;
        const auto probes = static_cast<std::uint64_t>(
            std::count_if(whole_.results.begin(), whole_.results.end(),
                          [](const ProbeResult& result) { return !result.control; }));
        const bool is_missing = reports_of_shards_.size() < whole_.shard->count;
        if (is_missing && !allow_missing) {
            return missing_shards() +
                   ": name their reports too, or have their probes count as abandoned by "
                   "--allow-missing";
        }
        if (probes > total || (probes < total && !is_missing)) {
            return "the reports hold " + std::to_string(probes) + " probes, and all shards have planned " +
                   std::to_string(total);
        }
        whole_.missing = total - probes;
        if (is_missing) {
            merged.warning =
                missing_shards() + ": " + std::to_string(whole_.missing) + " probes count as abandoned";
        }
        whole_.shard.reset();
    }
    whole_.results.put_in_order(plan_order(whole_.results));
    if (const ProbeResult* twice = find_twice(whole_.results)) {
        return "two of the reports hold the probe of " + probe_text(*twice);
    }
    sort_rejected(whole_.rejected);
    whole_.dns_answered = true;  // each run has settled who is to blame for its own lookups
    merged.run = std::move(whole_);
    return merged;
}

}  // namespace outrider
