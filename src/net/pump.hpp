#pragma once

#include "outrider/net/connection.hpp"
#include "outrider/net/limits.hpp"
#include "outrider/wire/handshake.hpp"

#include <optional>
#include <span>

namespace outrider {

/// How a handshake ended: with a tunnel, or with the first refusal or fault.
using HandshakeEnd = std::optional<Fail>;

/// Drives a handshake over a connection from its first step to its end, reading into `buffer`. Bytes that
/// came after it are handed on to the next layer.
Task<HandshakeEnd> run_handshake(Connection& connection, Handshake& handshake, Step next,
                                 const Limits& limits, std::span<char> buffer);

}  // namespace outrider
