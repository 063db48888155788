#pragma once

#include "console.hpp"
#include "outrider/model/exit_code.hpp"
#include "outrider/plan/make_plan.hpp"
#include "outrider/report/report.hpp"

#include <optional>

namespace outrider {

// How a run ends, be it probed or merged.

/// Why the settings ask for a serializer that this build does not hold; known before anything is done.
std::optional<InputFailure> check_serializer(const Settings& settings);

/// The whole report of a run whose blame is settled, with what has changed since `baseline`.
DiagnosticReport make_report(RunRecord record, const Settings& settings,
                             const std::optional<Baseline>& baseline);

/// Writes every report and, where there is one, the list of --proxies-out, until `deadline`, and the summary.
/// Messages show nothing of `hidden`. Returns the code of the state, or that a file could not be written
/// whole.
ExitCode conclude(const DiagnosticReport& report, const Settings& settings, const Scrubber& hidden,
                  Console& console, Clock::time_point deadline,
                  const std::optional<Secret>& proxy_list = std::nullopt);

}  // namespace outrider
