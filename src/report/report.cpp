#include "outrider/report/report.hpp"

#include "report/describe.hpp"
#include "report/engines.hpp"

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
    Rendered rendered;
    switch (kind) {
        case ReportKind::json:
            rendered =
                write_json([&](JsonWriter& json) { describe(report, json); }, serializer, pretty, engines());
            rendered.bytes += '\n';
            break;
        case ReportKind::text:
            rendered.bytes = summary_text(report, false, 100);
            break;
    }
    return rendered;
}

}  // namespace outrider
