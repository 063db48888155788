#include "report/prometheus_kind.hpp"

#include "outrider/model/text.hpp"
#include "report/decimal.hpp"

#include <optional>
#include <string_view>
#include <utility>

namespace outrider {
namespace {

/// A label's value between its quotes. Of control characters the format knows the newline alone, and its
/// readers end at a NUL.
std::string escape_label(std::string_view value) {
    std::string escaped;
    while (!value.empty()) {
        const Character character = take_character(value);
        if (character.code == '\n') {
            escaped += "\\n";
        } else if (character.code < ' ' || character.code == 0x7F) {
            escaped += "\xEF\xBF\xBD";
        } else {
            if (character.code == '"' || character.code == '\\') escaped += '\\';
            escaped += character.bytes;
        }
    }
    return escaped;
}

/// "name=\"value\""
std::string label(std::string_view name, std::string_view value) {
    return std::string(name) + "=\"" + escape_label(value) + '"';
}

/// Writes one metric after the other, each sample with the label of the run.
class Exposition {
public:
    explicit Exposition(const std::string& run) : run_(run.empty() ? "" : label("run", run)) {}

    void metric(std::string_view name, std::string_view type, std::string_view help) {
        name_ = "outrider_" + std::string(name);
        text_.append("# HELP ").append(name_).append(" ").append(help).append("\n");
        text_.append("# TYPE ").append(name_).append(" ").append(type).append("\n");
    }
    void sample(const std::string& value, const std::string& own_label = {}, std::string_view suffix = {}) {
        std::string labels = own_label;
        if (!run_.empty()) labels += (labels.empty() ? "" : ",") + run_;
        text_.append(name_).append(suffix);
        if (!labels.empty()) text_.append("{").append(labels).append("}");
        text_.append(" ").append(value).append("\n");
    }
    void gauge(std::string_view name, std::string_view help, const std::string& value) {
        metric(name, "gauge", help);
        sample(value);
    }

    std::string take() { return std::move(text_); }

private:
    std::string run_;
    std::string name_;
    std::string text_;
};

void add_states(State state, Exposition& page) {
    page.metric("state", "gauge", "The diagnosis of the last run: 1 for its state, 0 for the others.");
    for (const State each : {State::healthy, State::degraded, State::critical})
        page.sample(each == state ? "1" : "0", label("state", to_string(each)));
}

// Zeros too: a series that comes and goes cannot be alerted on.
void add_outcomes(const Tally& tally, Exposition& page) {
    page.metric("probes", "gauge", "Probes of the last run by what they came to.");
    for (std::size_t i = 0; i < outcome_count; ++i) {
        page.sample(std::to_string(tally.outcomes[i]), label("outcome", to_string(static_cast<Outcome>(i))));
    }
}

void add_latency(const Latency& latency, Exposition& page) {
    page.metric("latency_seconds", "summary",
                "Time to an answer, of the probes of the last run that got one.");
    const auto quantile = [&](const char* share, const std::optional<Micros>& value) {
        if (value) page.sample(to_string(seconds(*value)), label("quantile", share));
    };
    quantile("0.5", latency.p50);
    quantile("0.9", latency.p90);
    quantile("0.95", latency.p95);
    quantile("0.99", latency.p99);
    page.sample(to_string(seconds(Micros{latency.mean.sum_us})), {}, "_sum");
    page.sample(std::to_string(latency.count), {}, "_count");
}

}  // namespace

std::string render_prometheus(const DiagnosticReport& report) {
    Exposition page(report.run.name);
    const Tally& tally = report.totals.run;
    add_states(report.diagnosis.state, page);
    page.gauge("success_ratio", "Share of the completed probes of the last run that succeeded.",
               to_string(rate(tally.success_rate())));
    add_outcomes(tally, page);
    add_latency(tally.latency, page);
    page.gauge("backoff_initial_delay_seconds", "Advised wait before the first retry.",
               std::to_string(report.backoff.initial_delay_s));
    page.gauge("backoff_max_delay_seconds", "Longest advised wait before a retry.",
               std::to_string(report.backoff.max_delay_s));
    if (const auto& usable = report.dispatch.usable_proxies) {
        page.gauge("usable_proxies", "Proxies that the last run found usable.", std::to_string(*usable));
    }
    // started_at of the report is in milliseconds.
    const auto started = std::chrono::floor<std::chrono::milliseconds>(report.run.started_at);
    page.gauge("run_timestamp_seconds", "When the last run started, in seconds since 1970.",
               to_string(seconds(started.time_since_epoch())));
    return page.take();
}

}  // namespace outrider
