#pragma once

#include "outrider/wire/handshake.hpp"

#include <string>

namespace outrider {

/// SOCKS4, and SOCKS4a where the target is a name. `user` is the user id, often empty; there is no password.
/// Replies: 90 opens the tunnel, 91 is proxy_bad_gateway, any other proxy_refused. An IPv6 target is
/// proxy_unsupported.
class Socks4 final : public Handshake {
public:
    /// Whether the proxy resolves names; if not, one is proxy_unsupported.
    enum class Names { refused, resolved_by_proxy };

    Socks4(TunnelTarget target, Names names, Secret user = {});
    Step resume(std::string_view received) override;

private:
    Step request();
    Step read_reply();

    TunnelTarget target_;
    Names names_;
    Secret user_;
    bool requested_ = false;
    std::string received_;
};

}  // namespace outrider
