#pragma once

#include "outrider/cli/log.hpp"
#include "outrider/cli/progress.hpp"
#include "outrider/plan/plan.hpp"
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

}  // namespace outrider
