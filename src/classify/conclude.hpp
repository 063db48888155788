#pragma once

#include "classify/body_pattern.hpp"
#include "classify/matcher.hpp"
#include "outrider/model/observation.hpp"
#include "outrider/model/probe_result.hpp"
#include "outrider/model/target.hpp"

namespace outrider {

/// What the observation is held against.
struct Question {
    const ProbeTarget& target;
    const Matcher& matcher;
    const BodyPattern* expect_body = nullptr;  ///< the target's, compiled
    std::size_t max_body = 256 * 1024;         ///< no more of a compressed body is decoded
    bool behind_proxy = false;
    bool proxy_was_authorized = false;  ///< an HTTP proxy was sent a credential
};

/// The outcome of one probe by the order of the contract's table (section 5), with everything from `outcome`
/// to `detail`, and the wait that was asked for. Text still stands as it came from the network.
ProbeResult conclude(const Observation& seen, const Question& asked);

}  // namespace outrider
