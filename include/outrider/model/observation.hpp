#pragma once

#include "outrider/model/header.hpp"
#include "outrider/model/outcome.hpp"
#include "outrider/model/time.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace outrider {

using PhaseTimes = std::array<std::optional<Micros>, phase_count>;

/// One whole response head, and as much of its body as was read.
struct Answer {
    int status = 0;
    int http_minor = 1;
    Headers headers;
    std::string body;        ///< after de-chunking, at most --max-body
    bool truncated = false;  ///< it reached --max-body, and its end was not waited for
};

/// What one probe saw, before anything is concluded from it. At least one of `error` and `answer` is set.
struct Observation {
    /// What went wrong, if anything did. With an answer it befell the body or a redirect after that answer.
    std::optional<Error> error;
    std::string error_detail;
    /// With an answer: the error befell the body of that answer, whose head counts; else a later hop.
    bool error_in_body = false;
    /// With proxy_dns_failure: what befell the lookup of the proxy's name.
    std::optional<Error> dns_cause;
    /// The last whole head that came in answer to a request for the target (from it, or from an HTTP proxy in
    /// its place).
    std::optional<Answer> answer;
    /// The status of the redirect that led to it.
    std::optional<int> redirect_status;
    /// What a proxy answered to CONNECT where that was no 2xx: its Retry-After counts. Seldom there, so it
    /// takes no room in the frames of ten thousand probes that wait.
    std::shared_ptr<const Answer> connect_answer;
    /// The answer came in absolute form through an HTTP proxy: the proxy may have made it itself.
    bool via_http_proxy = false;
    /// A signal ended the probe.
    bool cut_off = false;

    Micros started{0};  ///< from the start of the run
    PhaseTimes phases{};
    std::uint64_t bytes = 0;
    std::uint32_t redirects = 0;
    std::uint32_t requests = 0;
    std::string final_url;  ///< masked; empty where no redirect was followed
    std::string remote;     ///< address and port connected to; empty: none
    WallTime received{};  ///< when the head had come: what a Retry-After date is counted from without a Date
};

}  // namespace outrider
