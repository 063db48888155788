#include "report/phrases.hpp"

#include "report/decimal.hpp"
#include "report/words.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace outrider {
namespace {

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

}  // namespace

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

std::string completed_phrase(const DiagnosticReport& report) {
    const Tally& tally = report.totals.run;
    std::string text = std::to_string(tally.completed()) + " of " + std::to_string(tally.planned) +
                       " completed in " + duration(report.run.duration);
    if (report.run.interrupt != Interrupt::none) {
        text.append(", ended by ").append(to_string(report.run.interrupt));
    } else if (report.run.deadline_hit) {
        text += ", ended by the deadline";
    }
    if (report.totals.controls > 0) text += ", and " + plural(report.totals.controls, "control");
    return text;
}

std::string succeeded_phrase(const Tally& tally) {
    if (tally.planned == 0) return "";
    return percent(tally.success_rate().value()) + " succeeded: " + list_counts(tally);
}

std::string latency_phrase(const Latency& latency) {
    if (latency.count == 0) return "";
    const Micros mean{latency.mean.sum_us / static_cast<std::int64_t>(latency.mean.count)};
    return "mean " + duration(mean) + ", p50 " + duration(*latency.p50) + ", p95 " + duration(*latency.p95) +
           ", max " + duration(*latency.max);
}

std::string targets_phrase(const DiagnosticReport& report) {
    const auto& states = report.diagnosis.targets;
    const auto healthy = std::count(states.begin(), states.end(), State::healthy);
    return std::to_string(healthy) + " of " + std::to_string(states.size()) + " healthy";
}

std::string proxies_phrase(const DiagnosticReport& report) {
    if (report.run.proxies.empty()) return "";
    std::string text = std::to_string(report.dispatch.usable_proxies.value_or(0)) + " of " +
                       std::to_string(report.totals.tested_proxies) + " tested are usable" + interval(report);
    for (std::size_t i = 1; i < verdict_count; ++i) {
        if (report.totals.verdicts[i] == 0) continue;
        text += ", " + std::to_string(report.totals.verdicts[i]) + ' ';
        text += to_string(static_cast<Verdict>(i));
    }
    return text;
}

std::string drift_phrase(const std::optional<Drift>& drift) {
    if (!drift) return "";
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
    return text;
}

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

std::string share_phrase(const Tally& tally) {
    return std::to_string(tally.successes) + '/' + std::to_string(tally.completed());
}

std::string_view next_phrase(State state) {
    switch (state) {
        case State::healthy:
            return "dispatch the batch";
        case State::degraded:
            return "dispatch at half the concurrency";
        case State::critical:
            return "do not dispatch now";
    }
    return "";
}

std::string delays_phrase(const BackoffParams& backoff) {
    std::string text;
    for (const std::uint32_t delay : backoff.delays_s) {
        text += (text.empty() ? "" : ", ") + std::to_string(delay);
    }
    return text + " s" + (backoff.full_jitter ? " (full jitter)" : " (no jitter)");
}

std::string limit_phrase(const DispatchAdvice& dispatch) {
    const auto limit = per_second(dispatch.max_requests_per_second);
    return limit ? "send at most " + to_string(*limit) + " requests a second from one address" : "";
}

}  // namespace outrider
