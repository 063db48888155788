#include "outrider/wire/socks5.hpp"

#include "outrider/wire/tunnel_target.hpp"
#include "spoken.hpp"

#include <array>
#include <utility>

namespace outrider {
namespace {

// RFC 1928 sections 3 to 6.
constexpr char version = 5;
constexpr char no_authentication = 0;
constexpr char user_and_password = 2;
constexpr unsigned char no_acceptable_method = 0xff;
constexpr char connect_command = 1;
constexpr char ipv4_address = 1;
constexpr char domain_name = 3;
constexpr char ipv6_address = 4;

bool fits(const Secret& secret) {
    return !secret.empty() && secret.reveal().size() <= 255;
}

void append_counted(std::string& bytes, const std::string& text) {
    bytes += static_cast<char>(text.size());
    bytes += text;
}

void append_address(std::string& bytes, const std::string& host) {
    if (const auto v4 = ipv4_bytes(host)) {
        bytes += ipv4_address;
        bytes.append(v4->data(), v4->size());
    } else if (const auto v6 = ipv6_bytes(host)) {
        bytes += ipv6_address;
        bytes.append(v6->data(), v6->size());
    } else {
        bytes += domain_name;
        append_counted(bytes, host);
    }
}

Fail refused(unsigned reply) {
    struct Meaning {
        Error error;
        std::string_view words;
    };
    static constexpr std::array<Meaning, 8> meanings{{
        {Error::proxy_bad_gateway, "general failure"},
        {Error::proxy_refused, "not allowed by its rules"},
        {Error::connect_unreachable, "network unreachable"},
        {Error::connect_unreachable, "host unreachable"},
        {Error::connect_refused, "connection refused"},
        {Error::connect_timeout, "TTL expired"},
        {Error::proxy_refused, "command not supported"},
        {Error::proxy_refused, "address type not supported"},
    }};
    std::string detail = "SOCKS5 reply " + std::to_string(reply);
    if (reply > meanings.size()) return {Error::proxy_refused, std::move(detail)};
    const Meaning& meaning = meanings[reply - 1];
    return {meaning.error, detail.append(": ").append(meaning.words)};
}

}  // namespace

Socks5::Socks5(TunnelTarget target, std::optional<SocksCredentials> credentials)
    : target_(without_zone(std::move(target))), credentials_(std::move(credentials)) {}

Step Socks5::resume(std::string_view received) {
    received_.append(received);
    switch (state_) {
        case State::start:
            return greet();
        case State::method:
            return read_method();
        case State::authentication:
            return read_authentication();
        case State::reply:
            return read_reply();
    }
    return Fail{Error::proxy_protocol, {}};
}

Step Socks5::send(State next, std::string bytes) {
    state_ = next;
    return Write{std::move(bytes)};
}

Step Socks5::greet() {
    if (std::optional<Fail> fail = unsupported(target_)) return std::move(*fail);
    if (!credentials_) return send(State::method, {version, 1, no_authentication});
    if (!fits(credentials_->user) || !fits(credentials_->password)) {
        return Fail{Error::proxy_unsupported, "SOCKS5 user or password not of 1 to 255 bytes"};
    }
    return send(State::method, {version, 2, no_authentication, user_and_password});
}

Step Socks5::read_method() {
    if (received_.empty()) return Read{};
    if (received_[0] != version) return Fail{Error::proxy_protocol, what_it_speaks(received_)};
    if (received_.size() < 2) return Read{};
    const auto method = static_cast<unsigned char>(received_[1]);
    received_.erase(0, 2);
    if (method == no_authentication) return request();
    if (method == user_and_password && credentials_) return authenticate();
    if (method == no_acceptable_method) {
        return Fail{credentials_ ? Error::proxy_auth_failed : Error::proxy_auth_required,
                    "SOCKS5 accepts none of the offered authentication methods"};
    }
    return Fail{Error::proxy_protocol,
                "SOCKS5 chose authentication method " + std::to_string(method) + ", which was not offered"};
}

Step Socks5::authenticate() {
    std::string bytes{1};  // the version of RFC 1929
    append_counted(bytes, credentials_->user.reveal());
    append_counted(bytes, credentials_->password.reveal());
    return send(State::authentication, std::move(bytes));
}

Step Socks5::read_authentication() {
    if (received_.empty()) return Read{};
    // Careless servers answer with the version of SOCKS instead.
    if (received_[0] != 1 && received_[0] != version) {
        return Fail{Error::proxy_protocol, what_it_speaks(received_)};
    }
    if (received_.size() < 2) return Read{};
    const auto status = static_cast<unsigned char>(received_[1]);
    received_.erase(0, 2);
    if (status == 0) return request();
    return Fail{Error::proxy_auth_failed, "SOCKS5 authentication status " + std::to_string(status)};
}

Step Socks5::request() {
    std::string bytes{version, connect_command, 0};
    append_address(bytes, target_.host);
    append_port(bytes, target_.port);
    return send(State::reply, std::move(bytes));
}

Step Socks5::read_reply() {
    if (received_.empty()) return Read{};
    if (received_[0] != version) return Fail{Error::proxy_protocol, what_it_speaks(received_)};
    if (received_.size() < 2) return Read{};
    // A refusal may be cut short, so the reply is looked at before the rest has come.
    const auto reply = static_cast<unsigned char>(received_[1]);
    if (reply != 0) return refused(reply);

    // The bound address is of no use, but what follows it belongs to the tunnel.
    if (received_.size() < 4) return Read{};
    const char type = received_[3];
    std::size_t length = 0;
    switch (type) {
        case ipv4_address:
            length = 4;
            break;
        case ipv6_address:
            length = 16;
            break;
        case domain_name:
            if (received_.size() < 5) return Read{};
            length = 1U + static_cast<unsigned char>(received_[4]);
            break;
        default:
            return Fail{Error::proxy_protocol, "SOCKS5 reply with an address of unknown type " +
                                                   std::to_string(static_cast<unsigned char>(type))};
    }
    const std::size_t whole = 4 + length + 2;
    if (received_.size() < whole) return Read{};
    return Done{received_.substr(whole)};
}

}  // namespace outrider
