#pragma once

#include "outrider/model/secret.hpp"
#include "outrider/wire/handshake.hpp"

#include <optional>
#include <string>

namespace outrider {

/// User and password of RFC 1929, 1 to 255 bytes each.
struct SocksCredentials {
    Secret user;
    Secret password;
};

/// SOCKS5 (RFC 1928). A name is sent for the proxy to resolve, an address as such. Without credentials only
/// "no authentication" is offered, since strict proxies take an offer at its word; with them both that and
/// user/password.
/// Replies: 1 is proxy_bad_gateway; 3 and 4 are connect_unreachable, 5 connect_refused, 6 connect_timeout;
/// any other is proxy_refused.
class Socks5 final : public Handshake {
public:
    explicit Socks5(TunnelTarget target, std::optional<SocksCredentials> credentials = std::nullopt);
    Step resume(std::string_view received) override;

private:
    enum class State { start, method, authentication, reply };

    Step greet();
    Step read_method();
    Step authenticate();
    Step read_authentication();
    Step request();
    Step read_reply();
    Step send(State next, std::string bytes);

    TunnelTarget target_;
    std::optional<SocksCredentials> credentials_;
    State state_ = State::start;
    std::string received_;
};

}  // namespace outrider
