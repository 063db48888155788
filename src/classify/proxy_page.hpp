#pragma once

#include "outrider/model/observation.hpp"

#include <optional>
#include <string>

namespace outrider {

/// An answer that the HTTP proxy made itself, in absolute form where it might have come from the target.
struct ProxyPage {
    std::string vendor;    ///< the proxy's software or its provider; empty: not known
    std::string evidence;  ///< "X-Squid-Error: ERR_CONNECT_FAIL 111"
};

/// Known by what only a proxy's own answers carry; a `Via` says nothing, relayed answers have it too.
std::optional<ProxyPage> find_proxy_page(const Answer& answer);

}  // namespace outrider
