#pragma once

#include "classify/quota.hpp"
#include "classify/retry_after.hpp"
#include "outrider/model/observation.hpp"
#include "outrider/model/probe_result.hpp"

#include <string>

namespace outrider {

/// When an answer may be asked for again: what its `Retry-After` and its quota fields say.
struct AskedWait {
    RetryAfter retry_after;
    QuotaReading quota;
    std::string unreadable;  ///< for `detail`: the fields of a refusal that do not parse; empty: all do

    /// Sets the wait: `Retry-After`, else the reset of a spent quota.
    void put_into(ProbeResult& result) const;
};

/// `received`: what a date counts from where the answer has none of its own.
AskedWait read_asked_wait(const Answer& answer, WallTime received);

}  // namespace outrider
