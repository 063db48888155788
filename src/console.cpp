#include "console.hpp"

#include "outrider/plan/make_plan.hpp"

#include <unistd.h>

#include <string>
#include <vector>

namespace outrider {

Console::Console(const Settings& settings)
    : quiet_(settings.quiet),
      verbose_(settings.verbose && !settings.quiet),
      log_(STDERR_FILENO, settings.quiet, wants_colour(STDERR_FILENO)),
      progress_(STDERR_FILENO, settings.quiet) {}

void Console::show_inputs(const Plan& plan) {
    if (quiet_) return;
    std::vector<std::string> lines;
    for (const Rejected& rejected : plan.rejected)
        lines.push_back(to_string(rejected));
    lines.insert(lines.end(), plan.warnings.begin(), plan.warnings.end());
    log_.warnings(lines);
}

Listener Console::listener() {
    Listener listener;
    listener.warning = [this](const std::string& text) {
        progress_.clear();
        log_.warning(text);
    };
    listener.progress = [this](const Progress& now) {
        progress_.show({now.planned, now.done, now.ok, now.left});
    };
    if (verbose_) listener.finished = [this](const ProbeResult& result) { show_result(result); };
    return listener;
}

void Console::show_result(const ProbeResult& result) {
    std::string line = "target " + std::to_string(result.target);
    line += result.proxy ? " proxy " + std::to_string(*result.proxy) : " direct";
    line += " attempt " + std::to_string(result.attempt) + ": " + std::string(to_string(result.outcome));
    if (result.error) line += ' ' + std::string(to_string(*result.error));
    if (result.status) line += ' ' + std::to_string(*result.status);
    if (!result.detail.empty()) line += " (" + result.detail + ')';
    progress_.clear();
    log_.line(line);
}

void Console::show_summary(const DiagnosticReport& report) {
    progress_.clear();
    if (quiet_ || ::isatty(STDERR_FILENO) != 1) return;
    log_.block(summary_text(report, wants_colour(STDERR_FILENO)));
}

}  // namespace outrider
