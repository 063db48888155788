#include "outrider/output/deliver.hpp"

#include "outrider/output/output.hpp"

#include <unistd.h>

#include <utility>

namespace outrider {

bool report_goes_to_terminal(const Settings& settings) {
    return !settings.output && ::isatty(STDOUT_FILENO) == 1;
}

Delivery deliver(const DiagnosticReport& report, const Settings& settings, Clock::time_point deadline) {
    Delivery delivery;
    const bool pretty = settings.pretty.value_or(report_goes_to_terminal(settings));
    const auto rendered = [&](ReportKind kind) {
        Rendered result = render(report, kind, settings.serializer, pretty);
        if (!result.warning.empty() && delivery.warnings.empty()) delivery.warnings.push_back(result.warning);
        return std::move(result.bytes);
    };
    const auto note = [&](const std::string& where, WriteError error) {
        if (error) delivery.errors.push_back(where + ": " + *error);
    };
    for (const ReportFile& file : settings.reports) {
        note(file.path, write_file(file.path, rendered(file.kind), deadline));
    }
    if (settings.output) {
        note(*settings.output, write_file(*settings.output, rendered(settings.format), deadline));
    } else {
        note("stdout", write_stdout(rendered(settings.format), deadline));
    }
    return delivery;
}

}  // namespace outrider
