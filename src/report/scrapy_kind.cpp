#include "report/scrapy_kind.hpp"

#include "outrider/model/text.hpp"
#include "report/decimal.hpp"
#include "report/timestamp.hpp"

#include <algorithm>
#include <concepts>
#include <cstdio>
#include <optional>
#include <string_view>
#include <utility>

namespace outrider {
namespace {

// How each type stands in Python.

std::string literal(std::same_as<bool> auto value) {
    return value ? "True" : "False";
}
template <std::unsigned_integral Count>
requires(!std::same_as<Count, bool>) std::string literal(Count value) {
    return std::to_string(value);
}
std::string literal(const Decimal& value) {
    return to_string(value);
}
// In ASCII alone, so that no reader takes another character for the end of the line or of the string.
std::string literal(std::string_view text) {
    std::string quoted = "\"";
    while (!text.empty()) {
        const std::uint32_t code = take_character(text).code;
        if (code >= ' ' && code <= '~') {
            if (code == '"' || code == '\\') quoted += '\\';
            quoted += static_cast<char>(code);
            continue;
        }
        char escape[16];
        std::snprintf(escape, sizeof escape, code < 0x10000 ? "\\u%04x" : "\\U%08x", code);
        quoted += escape;
    }
    return quoted + '"';
}
std::string literal(const std::vector<Reason>& reasons) {
    std::string list;
    for (const Reason& reason : reasons)
        list.append(list.empty() ? "" : ", ").append(literal(to_string(reason.rule)));
    return '[' + list + ']';
}
template <class Value>
std::string literal(const std::optional<Value>& value) {
    return value ? literal(*value) : "None";
}

class Module {
public:
    void comment(std::string_view text) { text_.append("# ").append(text).append("\n"); }
    void blank() { text_ += '\n'; }
    template <class Value>
    void set(std::string_view name, const Value& value) {
        text_.append(name).append(" = ").append(literal(value)).append("\n");
    }

    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

void add_findings(const DiagnosticReport& report, Module& module) {
    const std::string& name = report.run.name;
    const DispatchAdvice& dispatch = report.dispatch;
    module.set("OUTRIDER_STATE", to_string(report.diagnosis.state));
    module.set("OUTRIDER_ACTION", action_of(report.diagnosis.state));
    module.set("OUTRIDER_REASONS", report.diagnosis.reasons);
    module.set("OUTRIDER_RUN", name.empty() ? std::nullopt : std::optional<std::string_view>(name));
    module.set("OUTRIDER_STARTED_AT", std::string_view(rfc3339(report.run.started_at)));
    module.set("OUTRIDER_SUCCESS_RATE", rate(report.totals.run.success_rate()));
    module.set("OUTRIDER_CONCURRENCY_FACTOR", rate(dispatch.concurrency_factor));
    module.set("OUTRIDER_MAX_REQUESTS_PER_SECOND", per_second(dispatch.max_requests_per_second));
    module.set("OUTRIDER_USABLE_PROXIES", dispatch.usable_proxies);
    module.set("OUTRIDER_TESTED_PROXIES", dispatch.tested_proxies);
}

// CONCURRENT_REQUESTS is not among them: the factor applies to the project's own, and half of Scrapy's
// default may be more than that.
void add_settings(const DiagnosticReport& report, Module& module) {
    const BackoffParams& backoff = report.backoff;
    module.set("RETRY_ENABLED", true);
    module.set("RETRY_TIMES", backoff.max_retries);
    if (report.diagnosis.state != State::healthy) module.set("AUTOTHROTTLE_ENABLED", true);
    module.set("AUTOTHROTTLE_START_DELAY", quotient(backoff.initial_delay_s, 1, 1));
    Decimal most = quotient(backoff.max_delay_s, 1, 1);
    if (const auto& quota = report.dispatch.max_requests_per_second) {
        const Decimal delay = quotient(quota->window_s, std::max<std::uint64_t>(quota->requests, 1), 6);
        module.set("DOWNLOAD_DELAY", delay);
        module.set("RANDOMIZE_DOWNLOAD_DELAY", false);  // half of the waits would be shorter
        // Over that AutoThrottle would not go, whatever DOWNLOAD_DELAY says.
        most.whole = std::max(most.whole, delay.whole + (delay.fraction > 0 ? 1 : 0));
    }
    module.set("AUTOTHROTTLE_MAX_DELAY", most);
}

}  // namespace

std::string render_scrapy(const DiagnosticReport& report) {
    Module module;
    module.comment("Written by outrider. In settings.py, below your own: from outrider_settings import *");
    add_findings(report, module);
    module.blank();
    add_settings(report, module);
    return module.take();
}

}  // namespace outrider
