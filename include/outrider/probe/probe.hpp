#pragma once

#include "outrider/model/observation.hpp"
#include "outrider/model/probe_result.hpp"
#include "outrider/model/run.hpp"
#include "outrider/plan/plan.hpp"

#include <cstdint>
#include <functional>
#include <string>

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
    std::function<void(const std::string&)> warning;   ///< before the first probe; may be empty
    std::function<void(const Progress&)> progress;     ///< a few times a second; may be empty
    std::function<void(const ProbeResult&)> finished;  ///< after each probe; may be empty
};

/// Runs every probe of the plan and returns what was seen, blame not yet settled. Ends by the probe window or
/// at the first signal. `started` is when `main` began: time stamps count from it.
RunRecord probe_all(const Plan& plan, Clock::time_point started, const Judge& judge,
                    const Listener& listener);

}  // namespace outrider
