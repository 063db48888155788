#include "outrider/report/report.hpp"

#include "report/airflow_kind.hpp"
#include "report/celery_kind.hpp"
#include "report/describe.hpp"
#include "report/engines.hpp"
#include "report/env_kind.hpp"
#include "report/github_kind.hpp"
#include "report/html_kind.hpp"
#include "report/junit_kind.hpp"
#include "report/prometheus_kind.hpp"
#include "report/scrapy_kind.hpp"

#include <utility>

namespace outrider {

DiagnosticReport report_on(RunRecord run, const Thresholds& thresholds, Detail detail) {
    DiagnosticReport report;
    report.totals = total(run);
    report.diagnosis = diagnose(run, report.totals, thresholds);
    report.backoff = back_off(report.diagnosis.state, report.totals);
    report.dispatch = advise(report.diagnosis.state, run, report.totals);
    report.detail = detail;
    report.run = std::move(run);
    return report;
}

Detail resolve_detail(const Settings& settings, std::uint64_t probes, bool stdout_is_terminal) {
    constexpr std::uint64_t most_in_a_pipe = 1000;
    if (!settings.detail && !settings.output && stdout_is_terminal) return Detail::none;
    const Detail detail = settings.detail.value_or(Detail::automatic);
    if (detail != Detail::automatic) return detail;
    return settings.output || settings.shard || probes <= most_in_a_pipe ? Detail::all : Detail::none;
}

Rendered render(const DiagnosticReport& report, ReportKind kind, Serializer serializer, bool pretty) {
    const auto json = [&](void (*describe_as)(const DiagnosticReport&, JsonWriter&), bool indented) {
        Rendered rendered = write_json([&](JsonWriter& writer) { describe_as(report, writer); }, serializer,
                                       indented, engines());
        rendered.bytes += '\n';
        return rendered;
    };
    switch (kind) {
        case ReportKind::json:
            return json(describe, pretty);
        case ReportKind::ndjson:
            return json(describe_by_line, false);
        case ReportKind::text:
            return {summary_text(report, false, 100), ""};
        case ReportKind::html:
            return {render_html(report), ""};
        case ReportKind::junit:
            return {render_junit(report), ""};
        case ReportKind::prometheus:
            return {render_prometheus(report), ""};
        case ReportKind::env:
            return {render_env(report), ""};
        case ReportKind::scrapy:
            return {render_scrapy(report), ""};
        case ReportKind::celery:
            return json(describe_celery, pretty);
        case ReportKind::airflow:
            return json(describe_airflow, pretty);
        case ReportKind::github:
            return {render_github(report), ""};
    }
    return {};
}

}  // namespace outrider
