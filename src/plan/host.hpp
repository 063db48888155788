#pragma once

#include "outrider/model/url.hpp"
#include "outrider/plan/parsed.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace outrider {

/// Reads a host name (lower-case IDNA form by UTS 46, a trailing dot stays), a dotted-quad IPv4 address, or
/// an IPv6 address in brackets (without them and in the form of RFC 5952; a zone as in RFC 6874 or bare).
/// What only looks like an IPv4 address (256.1.1.1, 127.1, 0x7f.1) is an error: some programs take it for
/// one. Names that are too long for DNS are read: a proxy may be asked for them.
Parsed<std::string> parse_host(std::string_view text);

/// Reads `host[:port]`; without a port, or with an empty one, `default_port` holds, and where there is none
/// it is an error.
Parsed<HostPort> parse_host_port(std::string_view text, std::optional<std::uint16_t> default_port);

}  // namespace outrider
