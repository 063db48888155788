#pragma once

#include "classify/conclude.hpp"
#include "outrider/classify/classify.hpp"

#include <string>

namespace outrider {

/// Observations and results in as few words as a table of cases allows.
inline Observation answered(int status, Headers headers = {}, std::string body = {}) {
    Observation seen;
    seen.answer = Answer{.status = status, .headers = std::move(headers), .body = std::move(body)};
    return seen;
}

inline Observation failed(Error error, std::string detail = {}) {
    Observation seen;
    seen.error = error;
    seen.error_detail = std::move(detail);
    return seen;
}

inline Observation behind_http_proxy(Observation seen) {
    seen.via_http_proxy = true;
    return seen;
}

inline const Matcher& built_in_matcher() {
    static const Matcher matcher(built_in_signatures());
    return matcher;
}

inline ProbeResult conclude_direct(const Observation& seen, const ProbeTarget& target = {}) {
    const Question asked{.target = target, .matcher = built_in_matcher()};
    return conclude(seen, asked);
}

inline ProbeResult conclude_proxied(const Observation& seen, bool with_credentials = false) {
    const ProbeTarget target;
    Question asked{.target = target, .matcher = built_in_matcher()};
    asked.behind_proxy = true;
    asked.proxy_was_authorized = with_credentials;
    return conclude(seen, asked);
}

}  // namespace outrider
