#include "outrider/wire/socks4.hpp"

#include "outrider/wire/tunnel_target.hpp"
#include "spoken.hpp"

#include <utility>

namespace outrider {
namespace {

constexpr std::size_t reply_bytes = 8;  // version, code, port, address

Fail refused(unsigned code) {
    switch (code) {
        case 91:
            return {Error::proxy_bad_gateway, "SOCKS4 reply 91: rejected or failed"};
        case 92:
            return {Error::proxy_refused, "SOCKS4 reply 92: no identd on the client"};
        case 93:
            return {Error::proxy_refused, "SOCKS4 reply 93: identd and user id differ"};
        default:
            return {Error::proxy_refused, "SOCKS4 reply " + std::to_string(code)};
    }
}

}  // namespace

Socks4::Socks4(TunnelTarget target, Names names, Secret user)
    : target_(without_zone(std::move(target))), names_(names), user_(std::move(user)) {}

Step Socks4::resume(std::string_view received) {
    if (!requested_) {
        requested_ = true;
        return request();
    }
    received_.append(received);
    return read_reply();
}

Step Socks4::request() {
    if (std::optional<Fail> fail = unsupported(target_)) return std::move(*fail);
    const std::string& user = user_.reveal();
    if (user.size() > 255) return Fail{Error::proxy_unsupported, "SOCKS4 user id over 255 bytes"};
    if (user.find('\0') != std::string::npos)
        return Fail{Error::proxy_unsupported, "NUL in the SOCKS4 user id"};
    if (ipv6_bytes(target_.host)) return Fail{Error::proxy_unsupported, "SOCKS4 carries no IPv6 address"};
    const std::optional<Ipv4Bytes> address = ipv4_bytes(target_.host);
    if (!address && names_ == Names::refused) return Fail{Error::proxy_unsupported, "SOCKS4 carries no name"};

    std::string bytes{'\x04', '\x01'};
    append_port(bytes, target_.port);
    // SOCKS4a: an address that cannot be, 0.0.0.1, says that a name follows the user id.
    const Ipv4Bytes told = address.value_or(Ipv4Bytes{0, 0, 0, 1});
    bytes.append(told.data(), told.size());
    bytes.append(user).push_back('\0');
    if (!address) bytes.append(target_.host).push_back('\0');
    return Write{std::move(bytes)};
}

Step Socks4::read_reply() {
    if (received_.empty()) return Read{};
    if (received_[0] != '\0') return Fail{Error::proxy_protocol, what_it_speaks(received_)};
    if (received_.size() < 2) return Read{};
    // A refusal may be cut short, so the code is looked at before the rest has come.
    const auto code = static_cast<unsigned char>(received_[1]);
    if (code != 90) return refused(code);
    if (received_.size() < reply_bytes) return Read{};
    return Done{received_.substr(reply_bytes)};
}

}  // namespace outrider
