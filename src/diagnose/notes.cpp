#include "diagnose/notes.hpp"

#include <algorithm>

namespace outrider {
namespace {

bool all_are_challenged(const RunRecord& run) {
    return !run.results.empty() &&
           std::all_of(run.results.begin(), run.results.end(),
                       [](const ProbeResult& result) { return result.outcome == Outcome::challenged; });
}

std::uint64_t not_started(const Totals& totals) {
    return totals.run.errors[static_cast<std::size_t>(Error::not_started)];
}

// The 99th percentile of the event loop's lateness is more than a tenth of the median latency. That little is
// lost in what any machine does now and then.
bool latencies_are_inflated(const RunRecord& run, const Totals& totals) {
    constexpr Micros ordinary{10'000};
    const std::optional<Micros>& median = totals.run.latency.p50;
    return run.lag && median && *run.lag > ordinary && *run.lag > *median / 10;
}

}  // namespace

std::vector<std::string> notes_on(const RunRecord& run, const Totals& totals) {
    std::vector<std::string> notes;
    if (all_are_challenged(run)) {
        const std::string with_controls = totals.controls > 0 ? ", the controls' too," : "";
        notes.push_back("every answer" + with_controls +
                        " was a challenge: it may be this client that the sites dislike, and not " +
                        (run.proxies.empty() ? "its address" : "the proxies"));
    }
    if (latencies_are_inflated(run, totals)) {
        notes.push_back("this machine was up to " + std::to_string(run.lag->count() / 1000) +
                        " ms late: latencies are inflated");
    }
    if (const std::uint64_t count = not_started(totals); count > 0 && run.interrupt == Interrupt::none) {
        notes.push_back(std::to_string(count) + " of " + std::to_string(totals.run.planned) +
                        " probes did not start in time, with at most " + std::to_string(run.concurrency) +
                        " in flight at once");
    }
    return notes;
}

}  // namespace outrider
