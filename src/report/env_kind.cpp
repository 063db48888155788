#include "report/env_kind.hpp"

#include "report/decimal.hpp"

#include <optional>
#include <string_view>

namespace outrider {
namespace {

std::string bare(std::string_view word) {
    return std::string(word);
}
std::string bare(std::uint64_t count) {
    return std::to_string(count);
}
std::string bare(const Decimal& value) {
    return to_string(value);
}
template <class Value>
std::string bare(const std::optional<Value>& value) {
    return value ? bare(*value) : "";
}

}  // namespace

// Only our own words and numbers: no text that would have to be quoted, which env files cannot do.
std::string render_env(const DiagnosticReport& report) {
    const BackoffParams& backoff = report.backoff;
    const DispatchAdvice& dispatch = report.dispatch;
    const Tally& tally = report.totals.run;
    std::string text;
    const auto set = [&](std::string_view name, const auto& value) {
        text.append("OUTRIDER_").append(name).append("=").append(bare(value)).append("\n");
    };
    set("STATE", to_string(report.diagnosis.state));
    set("ACTION", action_of(report.diagnosis.state));
    set("SUCCESS_RATE", rate(tally.success_rate()));
    set("INITIAL_DELAY_S", backoff.initial_delay_s);
    set("MAX_DELAY_S", backoff.max_delay_s);
    set("MAX_RETRIES", backoff.max_retries);
    set("CONCURRENCY_FACTOR", rate(dispatch.concurrency_factor));
    set("MAX_REQUESTS_PER_SECOND", per_second(dispatch.max_requests_per_second));
    set("USABLE_PROXIES", dispatch.usable_proxies);
    set("TESTED_PROXIES", dispatch.tested_proxies);
    set("THROTTLE_COUNT", tally.throttled);
    set("BAN_COUNT", tally.count(Outcome::banned));
    set("CHALLENGE_COUNT", tally.count(Outcome::challenged));
    return text;
}

}  // namespace outrider
