#pragma once

#include "outrider/model/observation.hpp"
#include "outrider/model/probe_result.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace outrider {

/// What the quota fields of one answer say: RateLimit and RateLimit-Policy of every draft of
/// draft-ietf-httpapi-ratelimit-headers, and the X-RateLimit-* family, whose units differ by service.
struct QuotaReading {
    std::string spent;                    ///< the field that says that nothing is left; empty: none does
    std::optional<std::uint32_t> wait_s;  ///< until the spent quotas are reset
    std::string wait_raw;                 ///< the value that says so
    std::optional<Quota> quota;           ///< of requests, the smallest per second
    std::string ignored;                  ///< fields that do not parse, joined with ", "
};

/// `refused`: the status says that a quota is spent, so one whose rest is not told is.
QuotaReading read_quota(const Headers& headers, WallTime now, bool refused);

}  // namespace outrider
