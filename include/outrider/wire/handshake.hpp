#pragma once

#include "outrider/model/observation.hpp"
#include "outrider/model/outcome.hpp"
#include "outrider/model/url.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace outrider {

// What a handshake wants next. It is a value without I/O: somebody else moves the bytes.

/// Send these bytes, then call `resume("")`.
struct Write {
    std::string bytes;
};
/// Read some bytes (one or more, whatever comes) and call `resume(those)`; at the end of the stream call
/// `closed()`.
struct Read {};
/// The tunnel stands. `leftover` came after the handshake and belongs to the next layer.
struct Done {
    std::string leftover;
};
/// The peer said no, or something that is not the protocol. `detail` keeps what it said.
struct Fail {
    Error error;
    std::string detail;
    /// What an HTTP proxy answered to CONNECT, where that was a whole head outside 2xx.
    std::shared_ptr<const Answer> answer = nullptr;
};
using Step = std::variant<Write, Read, Done, Fail>;

/// A client's half of a proxy protocol. What cannot be asked of the proxy at all fails in the first step, so
/// that nothing need be connected for it.
class Handshake {
public:
    virtual ~Handshake() = default;
    /// The next step, given the bytes that have come since (none at first and after a Write).
    virtual Step resume(std::string_view received) = 0;
    /// A refusal that has come already, of which only the explanation is still being read: it stands, however
    /// that reading ends (a close, a reset, a limit that fires).
    virtual std::optional<Fail> refusal() { return std::nullopt; }
    /// The next step when the peer has closed its side instead: its refusal, else `proxy_closed`.
    virtual Step closed();
};

/// Where a tunnel is to lead: a name for the proxy to resolve, or an address.
using TunnelTarget = HostPort;

}  // namespace outrider
