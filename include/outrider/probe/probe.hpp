#pragma once

#include "outrider/model/observation.hpp"
#include "outrider/model/probe_result.hpp"
#include "outrider/model/run.hpp"
#include "outrider/plan/plan.hpp"

#include <cstdint>
#include <functional>

namespace outrider {

/// Makes a result of an observation, at once, so that bodies need not be kept.
using Judge = std::function<ProbeResult(const Pair&, std::uint32_t attempt, const Observation&)>;

/// How far the run is, for the progress line.
struct Progress {
    std::uint64_t planned = 0;
    std::uint64_t done = 0;
    std::uint64_t ok = 0;
    Micros left{0};  ///< to the end of the probe window
};
struct Listener {
    std::function<void(const Progress&)> progress;     ///< a few times a second; may be empty
    std::function<void(const ProbeResult&)> finished;  ///< after each probe; may be empty
};

/// Runs every probe of the plan and returns what was seen; ends by the probe window or at the first signal.
/// `process_start` is when the process was started: deadlines count from it.
RunRecord probe_all(const Plan& plan, Clock::time_point process_start, const Judge& judge,
                    const Listener& listener);

}  // namespace outrider
