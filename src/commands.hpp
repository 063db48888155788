#pragma once

#include "outrider/classify/signature.hpp"
#include "outrider/cli/command_line.hpp"
#include "outrider/model/time.hpp"
#include "outrider/plan/environment.hpp"
#include "outrider/plan/make_plan.hpp"
#include "outrider/report/drift.hpp"

#include <optional>
#include <variant>
#include <vector>

namespace outrider {

// What `main` chooses from: each command runs to its end and returns the exit code.

ExitCode show(const Printout& printout);
int run_probe(const CommandLine& command_line, const Environment& environment, Clock::time_point started);
ExitCode run_classify(const CommandLine& command_line);
ExitCode run_merge(const CommandLine& command_line);
ExitCode run_schema(const CommandLine& command_line);

// What the commands share.

/// What the file of --baseline says, which is then no longer in the settings; nullopt without one; or that it
/// is no report.
std::variant<std::optional<Baseline>, InputFailure> take_baseline(Settings& settings);
/// Says on stderr why nothing is done, and returns the code for it.
ExitCode refuse(const InputFailure& failure);
/// What the file of --signatures holds, none without one; or all that is wrong with it.
std::variant<std::vector<Signature>, InputFailure> read_signatures(const Settings& settings);

}  // namespace outrider
