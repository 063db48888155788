#include "app.hpp"

#include "outrider/net/tls_files.hpp"
#include "outrider/output/deliver.hpp"
#include "outrider/output/output.hpp"
#include "outrider/probe/signals.hpp"
#include "outrider/probe/window.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace outrider {
namespace {

// A signal gives the report a second; a little of that is for the process to be taken down.
constexpr Micros after_signal{950'000};

Clock::time_point hard_end = Clock::time_point::max();

void end_soon() {
    hard_end = std::min(hard_end, Clock::now() + after_signal);
    expect_exit(exit_code_of(first_signal()));
    arm_hard_end(hard_end);
}

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

void guard_process() {
    prepare_streams();
    watch_signals(&end_soon);
}

void guard_deadline(Clock::time_point started, Micros deadline) {
    hard_end = started - start_allowance + deadline - exit_allowance / 2;
    arm_hard_end(hard_end);
}

ExitCode show(const Printout& printout) {
    if (printout.code == ExitCode::healthy) {
        const WriteError error = write_stdout(printout.text, Clock::now() + std::chrono::seconds(10));
        return error ? ExitCode::unwritten : ExitCode::healthy;
    }
    Log log(STDERR_FILENO, false, wants_colour(STDERR_FILENO));
    log.error(printout.text);
    return printout.code;
}

ExitCode refuse(const InputFailure& failure) {
    Log log(STDERR_FILENO, false, wants_colour(STDERR_FILENO));
    for (const std::string& message : failure.messages)
        log.error(message);
    return failure.code;
}

std::optional<InputFailure> unusable(const Settings& settings) {
    if (settings.serializer == Serializer::simdjson && !has_simdjson()) {
        return InputFailure{ExitCode::usage,
                            {"--serializer: simdjson is not built into this program; use auto or nlohmann"}};
    }
    if (auto wrong = check_tls_files(settings)) return InputFailure{ExitCode::usage, {std::move(*wrong)}};
    return std::nullopt;
}

Console::Console(const Settings& settings)
    : quiet_(settings.quiet),
      verbose_(settings.verbose && !settings.quiet),
      log_(STDERR_FILENO, settings.quiet, wants_colour(STDERR_FILENO)),
      progress_(STDERR_FILENO, settings.quiet) {}

void Console::show_inputs(const Plan& plan) {
    for (const Rejected& rejected : plan.rejected)
        log_.warning(to_string(rejected));
    for (const std::string& warning : plan.warnings)
        log_.warning(warning);
}

Listener Console::listener() {
    Listener listener;
    listener.warning = [this](const std::string& text) { log_.warning(text); };
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

DiagnosticReport make_report(RunRecord record, const Settings& settings) {
    std::uint64_t probes = 0;
    for (const ProbeResult& result : record.results)
        probes += result.control ? 0 : 1;
    const Detail detail = resolve_detail(settings, probes, report_goes_to_terminal(settings));
    return report_on(std::move(record), thresholds_of(settings), detail);
}

int conclude(const DiagnosticReport& report, const Settings& settings, Console& console) {
    expect_exit(static_cast<int>(ExitCode::unwritten));
    if (first_signal() != Interrupt::none) expect_exit(exit_code_of(first_signal()));
    if (!report_goes_to_terminal(settings)) console.show_summary(report);
    const Delivery delivery = deliver(report, settings, hard_end - exit_allowance / 2);
    for (const std::string& warning : delivery.warnings)
        console.log().warning(warning);
    for (const std::string& error : delivery.errors)
        console.log().error(error);
    if (report_goes_to_terminal(settings)) console.show_summary(report);

    if (const int signal = exit_code_of(first_signal())) return signal;
    if (!delivery.errors.empty()) return static_cast<int>(ExitCode::unwritten);
    return static_cast<int>(exit_code_for(report.diagnosis.state, settings.fail_on));
}

}  // namespace outrider
