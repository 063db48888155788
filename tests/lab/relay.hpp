#pragma once

#include "lab/stream.hpp"

#include <string>

namespace outrider::lab {

/// Carries bytes both ways until both sides have ended; an end or a reset of one side is passed on to the
/// other. `early` is what the client has sent already.
Task<void> relay(Stream& client, Stream& server, std::string early);

}  // namespace outrider::lab
