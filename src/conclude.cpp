#include "conclude.hpp"

#include "outrider/output/deliver.hpp"

#include <utility>

namespace outrider {
namespace {

ExitCode exit_code_for(State state, FailOn fail_on) {
    switch (state) {
        case State::healthy:
            return ExitCode::healthy;
        case State::degraded:
            return fail_on == FailOn::degraded ? ExitCode::degraded : ExitCode::healthy;
        case State::critical:
            return fail_on == FailOn::never ? ExitCode::healthy : ExitCode::critical;
    }
    return ExitCode::internal;
}

}  // namespace

std::optional<InputFailure> check_serializer(const Settings& settings) {
    if (settings.serializer != Serializer::simdjson || has_simdjson()) return std::nullopt;
    return InputFailure{ExitCode::usage,
                        {"--serializer: simdjson is not built into this program; use auto or nlohmann"}};
}

DiagnosticReport make_report(RunRecord record, const Settings& settings,
                             const std::optional<Baseline>& baseline) {
    std::uint64_t probes = 0;
    for (const ProbeResult& result : record.results)
        probes += result.control ? 0 : 1;
    const Detail detail = resolve_detail(settings, probes, report_goes_to_terminal(settings));
    DiagnosticReport report = report_on(std::move(record), thresholds_of(settings), detail);
    if (baseline) report.drift = drift_since(*baseline, report);
    return report;
}

ExitCode conclude(const DiagnosticReport& report, const Settings& settings, const Scrubber& hidden,
                  Console& console, Clock::time_point deadline, const std::optional<Secret>& proxy_list) {
    if (!report_goes_to_terminal(settings)) console.show_summary(report);
    const Delivery delivery = deliver(report, settings, deadline, proxy_list);
    for (const std::string& warning : delivery.warnings)
        console.log().warning(hidden.scrub(warning));
    for (const std::string& error : delivery.errors)
        console.log().error(hidden.scrub(error));
    if (report_goes_to_terminal(settings)) console.show_summary(report);
    if (!delivery.errors.empty()) return ExitCode::unwritten;
    return exit_code_for(report.diagnosis.state, settings.fail_on);
}

}  // namespace outrider
