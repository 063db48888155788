#pragma once

#include "outrider/cli/command_line.hpp"
#include "outrider/model/exit_code.hpp"
#include "outrider/model/time.hpp"
#include "outrider/plan/environment.hpp"
#include "outrider/plan/plan.hpp"

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace outrider {

/// Why nothing will be sent: a line each for stderr.
struct InputFailure {
    ExitCode code = ExitCode::usage;
    std::vector<std::string> messages;
};

/// Reads all inputs and makes the plan of them. What is wrong is looked for in this order: command line,
/// environment and plan file (usage; a plan that cannot be read: unreadable), no target given (usage), files
/// that cannot be read (unreadable), nothing usable in them, or with --strict-input any rejected line
/// (no_input). Reading ends half a deadline after `process_start` (unreadable). `on_deadline` is told the
/// deadline as soon as it is known, and again where the plan file changes it; it may be empty.
std::variant<Plan, InputFailure> make_plan(const CommandLine& command_line, const Environment& environment,
                                           Clock::time_point process_start,
                                           const std::function<void(Micros)>& on_deadline = {});

/// "FILE:LINE: reason", as it stands on stderr.
std::string to_string(const Rejected& rejected);

}  // namespace outrider
