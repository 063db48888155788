#pragma once

#include "lab/dial.hpp"
#include "lab/proxy.hpp"
#include "lab/stream.hpp"

#include <string>

namespace outrider::lab {

/// Serves one connection to a proxy as its spec says; `dialer` and `spec` outlive it.
Task<void> serve_proxy(Stream& client, const Dialer& dialer, const ProxySpec& spec);

// One server a protocol; each does the handshake, then relays.
Task<void> serve_http_proxy(Stream& client, const Dialer& dialer, const ProxySpec& spec);
Task<void> serve_socks4_proxy(Stream& client, const Dialer& dialer, const ProxySpec& spec);
Task<void> serve_socks5_proxy(Stream& client, const Dialer& dialer, const ProxySpec& spec);

/// Reads exact numbers of bytes.
class ByteReader {
public:
    explicit ByteReader(Stream& stream) : stream_(stream) {}
    /// The next `count` bytes; fewer where the stream ends before.
    Task<std::string> take(std::size_t count);
    /// The bytes up to a NUL, which is taken away; all of them where the stream ends before.
    Task<std::string> take_to_nul();
    /// What was read but not taken.
    std::string& rest() { return buffer_; }

private:
    Task<bool> fill();

    Stream& stream_;
    std::string buffer_;
};

}  // namespace outrider::lab
