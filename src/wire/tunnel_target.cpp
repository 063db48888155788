#include "outrider/wire/tunnel_target.hpp"

#include <arpa/inet.h>

#include <algorithm>

namespace outrider {
namespace {

// A byte that would end a line, a string or a word of some proxy protocol.
bool breaks_out(char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
}

template <class Bytes>
std::optional<Bytes> parse_address(int family, const std::string& host) {
    Bytes bytes;
    if (inet_pton(family, host.c_str(), bytes.data()) != 1) return std::nullopt;
    return bytes;
}

}  // namespace

std::optional<Fail> unsupported(const TunnelTarget& target) {
    if (target.host.empty()) return Fail{Error::proxy_unsupported, "no host name"};
    if (target.host.size() > 255) return Fail{Error::proxy_unsupported, "host name over 255 bytes"};
    if (std::any_of(target.host.begin(), target.host.end(), breaks_out)) {
        return Fail{Error::proxy_unsupported, "host name with a space or control character"};
    }
    return std::nullopt;
}

TunnelTarget without_zone(TunnelTarget target) {
    target.host.resize(std::min(target.host.size(), target.host.find('%')));
    return target;
}

std::optional<Ipv4Bytes> ipv4_bytes(const std::string& host) {
    return parse_address<Ipv4Bytes>(AF_INET, host);
}

std::optional<Ipv6Bytes> ipv6_bytes(const std::string& host) {
    return parse_address<Ipv6Bytes>(AF_INET6, host);
}

void append_port(std::string& bytes, std::uint16_t port) {
    bytes += static_cast<char>(port >> 8);
    bytes += static_cast<char>(port & 0xff);
}

}  // namespace outrider
