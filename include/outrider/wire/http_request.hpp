#pragma once

#include "outrider/model/proxy.hpp"
#include "outrider/model/target.hpp"
#include "outrider/model/url.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace outrider {

/// What is asked at one hop of a probe, beside what stays the same along its redirects. It points at what it
/// is made of: the target, and the URL of the last redirect.
struct HopRequest {
    const Url* url;                ///< the target's own, or where a redirect leads
    std::string_view method;       ///< likewise the target's own, or what a redirect makes of it
    bool with_body = true;         ///< the target's body and the headers about it are sent
    bool with_credentials = true;  ///< Authorization, Cookie and a Host given by the user are sent
};

HopRequest first_request(const ProbeTarget& target);

/// Whether a status is one that is followed to its Location: 301, 302, 303, 307, 308.
bool is_redirect(int status);

/// The request after a redirect with this status to `url` (RFC 9110 section 15.4): 303, and 301 or 302 after
/// POST, go on as GET without body. What was dropped at another origin stays dropped.
HopRequest redirected(HopRequest from, int status, const Url* url);

/// The bytes of the request (RFC 9112 section 3). With `through`, an HTTP proxy, in absolute form and with
/// its Proxy-Authorization; else in origin form and without any, for the target itself or a tunnel to it.
std::string format_request(const ProbeTarget& target, const HopRequest& hop, const Proxy* through);

/// What a CONNECT for this target carries of its request: the User-Agent, and the Proxy-Authorization that
/// the user gave in place of any credentials (empty: there is to be none; nullopt: none was given).
std::string connect_user_agent(const ProbeTarget& target);
std::optional<std::string> given_proxy_authorization(const ProbeTarget& target);

/// Whether a credential goes to this HTTP proxy with a request for the target: one given, or its own.
bool is_authorized(const ProbeTarget& target, const Proxy& proxy);

}  // namespace outrider
