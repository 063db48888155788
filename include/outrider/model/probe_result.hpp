#pragma once

#include "outrider/model/observation.hpp"
#include "outrider/model/outcome.hpp"
#include "outrider/model/time.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace outrider {

/// A quota of requests and its window in seconds: q / w per second.
struct Quota {
    std::uint64_t requests = 0;
    std::uint64_t window_s = 1;
};

/// The longest wait that is taken for one.
inline constexpr std::uint32_t max_retry_after_s = 3600;

/// One row of `results`: what one probe came to. Text fields are null where they are empty; all text is
/// already clean (one line, valid UTF-8, no secret).
struct ProbeResult {
    std::uint32_t target = 0;
    std::optional<std::uint32_t> proxy;  ///< nullopt: direct
    std::uint32_t attempt = 1;
    bool control = false;

    Outcome outcome = Outcome::abandoned;
    std::optional<Error> error;
    std::optional<Error> dns_cause;  ///< behind a proxy_dns_failure, until blame is settled; not reported
    std::optional<int> status;
    std::optional<Blame> blame;
    std::string vendor;
    std::string edge;
    std::optional<ChallengeKind> challenge_kind;
    std::optional<Confidence> confidence;
    std::string evidence;
    std::string detail;

    std::optional<Micros> latency;  ///< set where status is
    Micros started{0};              ///< from the start of the run
    PhaseTimes phases{};
    std::uint64_t bytes = 0;
    bool truncated = false;
    std::uint32_t redirects = 0;
    std::uint32_t requests = 0;
    std::string final_url;
    std::optional<std::uint32_t> retry_after_s;
    std::string retry_after_raw;
    std::optional<Quota> quota;
    std::string remote;
    std::string http_version;
};

}  // namespace outrider
