#pragma once

#include <boost/asio/ip/address.hpp>

namespace outrider {

/// Whether an address is globally reachable by the IANA special-purpose registries (RFC 6890); an IPv4-mapped
/// or NAT64 address is judged by its IPv4.
bool is_globally_reachable(const boost::asio::ip::address& address);

}  // namespace outrider
