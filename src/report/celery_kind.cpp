#include "report/celery_kind.hpp"

#include "report/members.hpp"

namespace outrider {
namespace {

/// "N/s"; null where no quota is known.
std::string rate_limit(const std::optional<Quota>& quota) {
    std::optional<Decimal> limit = per_second(quota);
    if (!limit) return "";
    // Celery takes a limit of 0 for none at all.
    if (limit->whole == 0 && limit->fraction == 0) limit->fraction = 1;
    return to_string(*limit) + "/s";
}

}  // namespace

void describe_celery(const DiagnosticReport& report, JsonWriter& json) {
    json.begin_object();
    member(json, "retry_backoff", report.backoff.initial_delay_s);
    member(json, "retry_backoff_max", report.backoff.max_delay_s);
    member(json, "retry_jitter", report.backoff.full_jitter);
    member(json, "max_retries", report.backoff.max_retries);
    member(json, "rate_limit", rate_limit(report.dispatch.max_requests_per_second));
    json.end_object();
}

}  // namespace outrider
