#pragma once

#include "lab/stream.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace outrider::lab {

enum class DialFault { none, unknown_name, refused, timeout, unreachable };

struct Dialled {
    std::optional<Stream> stream;
    DialFault fault = DialFault::none;
};

/// Connects for the proxies, to loopback and nowhere else. The names that only they know, `*.test` and
/// `only-proxy-knows.invalid`, are 127.0.0.1, their ports 80 and 443 the origin's.
class Dialer {
public:
    void set_origin(std::uint16_t plain_port, std::uint16_t tls_port);
    /// Where the name leads, if it is known.
    std::optional<Tcp::endpoint> resolve(const std::string& host, std::uint16_t port) const;
    /// Connects, leaving from the address `exit`.
    Task<Dialled> dial(Executor executor, const std::string& host, std::uint16_t port,
                       asio::ip::address_v4 exit) const;

private:
    std::uint16_t plain_port_ = 80;
    std::uint16_t tls_port_ = 443;
};

}  // namespace outrider::lab
