#pragma once

#include "outrider/net/connection.hpp"
#include "outrider/net/fault.hpp"
#include "outrider/net/limits.hpp"
#include "outrider/wire/handshake.hpp"

namespace outrider {

/// Drives a handshake over a connection from its first step to its end. Bytes that came after it are handed on to the next layer.
Task<MaybeFault> run_handshake(Connection& connection, Handshake& handshake, Step next, Limits limits);

}  // namespace outrider
