#include "outrider/report/report.hpp"
#include "report/decimal.hpp"
#include "report/summary_lines.hpp"
#include "report/words.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

namespace outrider {
namespace {

constexpr std::size_t most_rows = 3;  // of each kind: the reader of a summary wants the worst

std::string plural(std::uint64_t count, std::string_view word) {
    return (std::to_string(count) + ' ').append(word) + (count == 1 ? "" : "s");
}

std::string duration(Micros time) {
    const double ms = static_cast<double>(time.count()) / 1000;
    char text[48];
    if (ms >= 9999.5) {
        std::snprintf(text, sizeof text, "%.1f s", ms / 1000);
    } else {
        std::snprintf(text, sizeof text, ms < 9.95 ? "%.1f ms" : "%.0f ms", ms);
    }
    return text;
}

std::string percent(double share) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g %%", 100 * share);
    return text;
}

std::string list_counts(const Tally& tally) {
    std::string text;
    for (std::size_t i = outcome_count; i-- > 0;) {
        if (tally.outcomes[i] == 0) continue;
        text += (text.empty() ? "" : ", ") + std::to_string(tally.outcomes[i]) + ' ';
        text += to_string(static_cast<Outcome>(i));
    }
    return text;
}

// What a group suffered from most, by its error where it has one: "3 proxy_timeout".
std::string main_failure(const Tally& tally) {
    const auto failures = tally.outcomes.begin() + static_cast<std::ptrdiff_t>(outcome_count) - 1;
    const auto outcome = std::max_element(tally.outcomes.begin(), failures);
    if (*outcome == 0) return "";
    const auto worst = static_cast<Outcome>(outcome - tally.outcomes.begin());
    std::uint64_t count = *outcome;
    std::string_view word = to_string(worst);
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < error_count; ++i) {
        const auto error = static_cast<Error>(i);
        if (outcome_of(error) != worst || tally.errors[i] <= most) continue;
        most = count = tally.errors[i];
        word = to_string(error);
    }
    return (std::to_string(count) + ' ').append(word);
}

std::vector<std::string> cells_of(const Tally& tally, const std::string& name, const std::string& address) {
    const std::string ok = std::to_string(tally.successes) + '/' + std::to_string(tally.completed()) + " ok";
    return {ok, main_failure(tally), name.empty() ? address : address + " (" + name + ')'};
}

// The worst few: the highest rank first, then the lowest success rate, then the most probes. Rank 0 is no
// trouble at all.
template <class Groups, class Rank>
std::vector<std::size_t> worst_of(const Groups& groups, Rank rank) {
    std::vector<std::size_t> indexes;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (rank(i) > 0) indexes.push_back(i);
    }
    const auto worse = [&](std::size_t a, std::size_t b) {
        if (rank(a) != rank(b)) return rank(a) > rank(b);
        const Ratio rate_a = groups[a].tally.success_rate();
        const Ratio rate_b = groups[b].tally.success_rate();
        if (less(rate_a, rate_b) != less(rate_b, rate_a)) return less(rate_a, rate_b);
        return std::pair(rate_b.whole, a) < std::pair(rate_a.whole, b);
    };
    const std::size_t shown = std::min(indexes.size(), most_rows);
    const auto end = indexes.begin() + static_cast<std::ptrdiff_t>(shown);
    std::partial_sort(indexes.begin(), end, indexes.end(), worse);
    indexes.resize(shown);
    return indexes;
}

void add_reasons(const HealthDiagnosis& diagnosis, SummaryLines& lines) {
    const std::size_t shown = std::min(diagnosis.reasons.size(), most_rows);
    for (std::size_t i = 0; i < shown; ++i)
        lines.say(i == 0 ? "why" : "", diagnosis.reasons[i].message);
}

void add_probes(const DiagnosticReport& report, SummaryLines& lines) {
    const Tally& tally = report.totals.run;
    std::string text = std::to_string(tally.completed()) + " of " + std::to_string(tally.planned) +
                       " completed in " + duration(report.run.duration);
    if (report.run.interrupt != Interrupt::none) {
        text.append(", ended by ").append(to_string(report.run.interrupt));
    } else if (report.run.deadline_hit) {
        text += ", ended by the deadline";
    }
    if (report.totals.controls > 0) text += ", and " + plural(report.totals.controls, "control");
    lines.say("probes", text);
    if (tally.planned > 0)
        lines.say("", percent(tally.success_rate().value()) + " succeeded: " + list_counts(tally));
    const Latency& latency = tally.latency;
    if (latency.count == 0) return;
    const Micros mean{latency.mean.sum_us / static_cast<std::int64_t>(latency.mean.count)};
    lines.say("latency", "mean " + duration(mean) + ", p50 " + duration(*latency.p50) + ", p95 " +
                             duration(*latency.p95) + ", max " + duration(*latency.max));
}

void add_targets(const DiagnosticReport& report, SummaryLines& lines) {
    const auto& states = report.diagnosis.targets;
    const auto healthy = std::count(states.begin(), states.end(), State::healthy);
    lines.say("targets", std::to_string(healthy) + " of " + std::to_string(states.size()) + " healthy");
    const auto rank = [&](std::size_t i) { return states[i] ? 2 * static_cast<int>(*states[i]) : 1; };
    std::vector<SummaryLines::Row> rows;
    for (const std::size_t i : worst_of(report.totals.targets, rank)) {
        const TargetLabel& label = report.run.targets[i];
        rows.push_back({states[i] ? to_string(*states[i]) : "unknown", states[i],
                        cells_of(report.totals.targets[i].tally, label.name, label.url)});
    }
    lines.table(rows);
}

// What the tested say of all, where the policy looks at it.
std::string interval(const DiagnosticReport& report) {
    const DispatchAdvice& dispatch = report.dispatch;
    if (report.diagnosis.policy != pool_word || dispatch.usable_share_low == dispatch.usable_share_high)
        return "";
    char text[48];
    std::snprintf(text, sizeof text, " (%.0f to %.0f %% of all)", 100 * *dispatch.usable_share_low,
                  100 * *dispatch.usable_share_high);
    return text;
}

void add_proxies(const DiagnosticReport& report, SummaryLines& lines) {
    if (report.run.proxies.empty()) return;
    std::string text = std::to_string(report.dispatch.usable_proxies.value_or(0)) + " of " +
                       std::to_string(report.totals.tested_proxies) + " tested are usable" + interval(report);
    for (std::size_t i = 1; i < verdict_count; ++i) {
        if (report.totals.verdicts[i] == 0) continue;
        text += ", " + std::to_string(report.totals.verdicts[i]) + ' ';
        text += to_string(static_cast<Verdict>(i));
    }
    lines.say("proxies", text);
    const auto& proxies = report.totals.proxies;
    const auto rank = [&](std::size_t i) {
        return proxies[i].verdict != Verdict::usable && proxies[i].verdict != Verdict::untested ? 1 : 0;
    };
    std::vector<SummaryLines::Row> rows;
    for (const std::size_t i : worst_of(proxies, rank)) {
        const ProxyLabel& label = report.run.proxies[i];
        rows.push_back({to_string(proxies[i].verdict), std::nullopt,
                        cells_of(proxies[i].tally, label.name, label.proxy)});
    }
    lines.table(rows);
}

void add_drift(const std::optional<Drift>& drift, SummaryLines& lines) {
    if (!drift) return;
    std::string text = "it was " + std::string(to_string(drift->state_before));
    const auto sign = [](std::int64_t change) { return change < 0 ? ", -" : ", +"; };
    if (const auto change = drift->success_rate_change) {
        char points[32];
        std::snprintf(points, sizeof points, "%.4g", std::fabs(static_cast<double>(*change)) / 100);
        text.append(sign(*change)).append(points).append(" points of success");
    }
    if (const auto change = drift->p95_change) {
        text.append(sign(change->count())).append(duration(Micros(std::abs(change->count())))).append(" p95");
    }
    const std::size_t lost = drift->proxies_lost.size();
    const std::size_t gained = drift->proxies_gained.size();
    if (lost + gained > 0) {
        text += ", " + std::to_string(lost) + (lost == 1 ? " proxy" : " proxies") + " lost, " +
                std::to_string(gained) + " gained";
    }
    lines.say("drift", text);
}

std::string list_delays(const BackoffParams& backoff) {
    std::string text;
    for (const std::uint32_t delay : backoff.delays_s) {
        text += (text.empty() ? "" : ", ") + std::to_string(delay);
    }
    return text + " s" + (backoff.full_jitter ? " (full jitter)" : " (no jitter)");
}

void add_next(const DiagnosticReport& report, SummaryLines& lines) {
    switch (report.diagnosis.state) {
        case State::healthy:
            lines.say("next", "dispatch the batch");
            break;
        case State::degraded:
            lines.say("next", "dispatch at half the concurrency");
            break;
        case State::critical:
            lines.say("next", "do not dispatch now");
            break;
    }
    lines.say("", "retry after " + list_delays(report.backoff));
    if (const auto limit = per_second(report.dispatch.max_requests_per_second)) {
        lines.say("", "send at most " + to_string(*limit) + " requests a second from one address");
    }
}

}  // namespace

std::string summary_text(const DiagnosticReport& report, bool colour, std::size_t width) {
    SummaryLines lines(colour, width);
    const State state = report.diagnosis.state;
    std::string action(action_of(state));
    if (!report.run.name.empty()) action += "  (" + report.run.name + ')';
    lines.headline(state, action);
    add_reasons(report.diagnosis, lines);
    add_probes(report, lines);
    add_targets(report, lines);
    add_proxies(report, lines);
    add_drift(report.drift, lines);
    for (const std::string& note : report.diagnosis.notes)
        lines.say("note", note);
    add_next(report, lines);
    return lines.take();
}

}  // namespace outrider
