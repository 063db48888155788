#include "outrider/stats/totals.hpp"

#include <algorithm>
#include <utility>

namespace outrider {
namespace {

constexpr std::array<std::string_view, verdict_count> verdict_words{
    "usable", "banned", "challenged", "throttled", "failed", "unproven", "untested"};

}  // namespace

std::string_view to_string(Verdict verdict) {
    return verdict_words[static_cast<std::size_t>(verdict)];
}

Verdict verdict_of(const Tally& tally) {
    const std::uint64_t completed = tally.completed();
    if (completed == 0) return Verdict::untested;
    if (tally.successes >= completed - tally.successes) return Verdict::usable;

    const std::uint64_t banned = tally.count(Outcome::banned);
    const std::uint64_t challenged = tally.count(Outcome::challenged);
    const std::uint64_t throttled = tally.count(Outcome::rate_limited);
    const std::uint64_t told = tally.successes + banned + challenged + throttled + tally.proxy_faults;
    const std::pair<Verdict, std::uint64_t> failures[] = {
        {Verdict::banned, banned},
        {Verdict::challenged, challenged},
        {Verdict::throttled, throttled},
        {Verdict::failed, tally.proxy_faults},
        {Verdict::unproven, completed - told},
    };
    // max_element keeps the first of equals.
    return std::max_element(std::begin(failures), std::end(failures),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
}

}  // namespace outrider
