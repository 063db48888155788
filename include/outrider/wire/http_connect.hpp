#pragma once

#include "outrider/wire/handshake.hpp"
#include "outrider/wire/http_response.hpp"

#include <string>

namespace outrider {

/// What a CONNECT says beside where it leads.
struct ConnectFields {
    std::string user_agent;           ///< empty: none is sent
    std::string proxy_authorization;  ///< empty: none is sent
};

/// CONNECT (RFC 9110 section 9.3.6). Any 2xx opens the tunnel, whatever lengths it claims. 407 and 401 are
/// proxy_auth_required, or proxy_auth_failed where authorization was sent; 502, 503 and 504
/// proxy_bad_gateway; any other status proxy_refused, with the start of what the proxy says in the detail;
/// what is no HTTP/1.x answer is proxy_protocol.
class HttpConnect final : public Handshake {
public:
    static constexpr std::uint64_t max_refusal_bytes = 4 * 1024;  ///< read of a refusal's body

    HttpConnect(TunnelTarget target, ConnectFields fields);
    Step resume(std::string_view received) override;
    std::optional<Fail> refusal() override;

private:
    Step request();

    TunnelTarget target_;
    ConnectFields fields_;
    bool requested_ = false;
    ResponseReader reader_{AnswerTo::connect, max_refusal_bytes};
};

}  // namespace outrider
