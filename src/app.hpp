#pragma once

#include "outrider/classify/classify.hpp"
#include "outrider/cli/command_line.hpp"
#include "outrider/cli/log.hpp"
#include "outrider/cli/progress.hpp"
#include "outrider/model/exit_code.hpp"
#include "outrider/plan/make_plan.hpp"
#include "outrider/probe/probe.hpp"
#include "outrider/report/report.hpp"

namespace outrider {

/// What people see of a run, on stderr.
class Console {
public:
    explicit Console(const Settings& settings);

    /// Rejected lines and warnings, before anything is sent.
    void show_inputs(const Plan& plan);
    Listener listener();
    /// The summary, where stderr is a terminal.
    void show_summary(const DiagnosticReport& report);

    Log& log() { return log_; }

private:
    void show_result(const ProbeResult& result);

    bool quiet_;
    bool verbose_;
    Log log_;
    ProgressLine progress_;
};

/// Arms the end of the process by signals; by the deadline, once that is known.
void guard_process();
void guard_deadline(Clock::time_point started, Micros deadline);

// Each way out of `main` that is no report: prints what has to be said and returns the exit code.
ExitCode show(const Printout& printout);
ExitCode refuse(const InputFailure& failure);

/// What the settings ask for and this build or machine cannot do, found before anything is sent.
std::optional<InputFailure> unusable(const Settings& settings);

/// The whole report of a run whose blame is settled.
DiagnosticReport make_report(RunRecord record, const Settings& settings);

/// Writes the reports and returns the exit code of the process.
int conclude(const DiagnosticReport& report, const Settings& settings, Console& console);

}  // namespace outrider
