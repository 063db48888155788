#pragma once

#include "outrider/model/deadline.hpp"
#include "outrider/model/observation.hpp"
#include "outrider/model/proxy.hpp"
#include "outrider/model/settings.hpp"
#include "outrider/model/target.hpp"
#include "outrider/net/asio.hpp"
#include "outrider/net/transport.hpp"

namespace outrider {

/// What every probe of a run needs.
struct ProbeContext {
    ProbeContext(Network& on, const Settings& with, Clock::time_point run_started, Deadline run_end)
        : network(on), settings(with), started(run_started), end(run_end) {}

    Network& network;
    const Settings& settings;
    Clock::time_point started;
    Deadline end;  ///< of the probe window

    /// The observation of a probe for which no time was left, or that a signal came before.
    Observation not_started() const;
};

/// One attempt at one target, through `proxy` or direct, with all its redirects. What it sees goes into
/// `seen`: a result that is handed up through coroutines takes its room in the frame of each.
Task<void> probe_one(ProbeContext& context, const ProbeTarget& target, const Proxy* proxy, Observation& seen);

}  // namespace outrider
