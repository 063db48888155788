#include "report/airflow_kind.hpp"

#include "report/members.hpp"

namespace outrider {

void describe_airflow(const DiagnosticReport& report, JsonWriter& json) {
    json.begin_object();
    member(json, "retries", report.backoff.max_retries);
    member(json, "retry_delay", report.backoff.initial_delay_s);
    member(json, "retry_exponential_backoff", true);
    member(json, "max_retry_delay", report.backoff.max_delay_s);
    json.end_object();
}

}  // namespace outrider
