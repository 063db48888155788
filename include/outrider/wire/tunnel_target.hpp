#pragma once

#include "outrider/wire/handshake.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace outrider {

/// Why no proxy can be asked for this target; nullopt where one can.
std::optional<Fail> unsupported(const TunnelTarget& target);

/// The target without the zone of an IPv6 address, which means nothing on another machine.
TunnelTarget without_zone(TunnelTarget target);

using Ipv4Bytes = std::array<char, 4>;
using Ipv6Bytes = std::array<char, 16>;
std::optional<Ipv4Bytes> ipv4_bytes(const std::string& host);
std::optional<Ipv6Bytes> ipv6_bytes(const std::string& host);

/// In network byte order.
void append_port(std::string& bytes, std::uint16_t port);

}  // namespace outrider
