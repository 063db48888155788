#pragma once

#include "outrider/model/proxy.hpp"
#include "outrider/wire/handshake.hpp"

#include <memory>
#include <optional>
#include <string>

namespace outrider {

/// The handshake that opens a tunnel to `target` through a proxy of this kind, once the connection (TLS
/// included) to the proxy stands. `target` is as the proxy is to be told: an address where it does not
/// resolve. `user_agent` and `proxy_authorization` are for HTTP proxies; the latter, given by the user,
/// stands in for the proxy's credentials; empty, none are sent.
std::unique_ptr<Handshake> make_handshake(const Proxy& proxy, const TunnelTarget& target,
                                          std::string user_agent = {},
                                          std::optional<std::string> proxy_authorization = {});

/// The value of Proxy-Authorization (Basic, RFC 7617) that the proxy's credentials make; empty without.
std::string basic_authorization(const Proxy& proxy);

}  // namespace outrider
