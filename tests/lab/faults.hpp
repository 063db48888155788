#pragma once

#include "lab/http.hpp"
#include "lab/stream.hpp"

#include <string_view>

namespace outrider::lab {

/// How a server leaves a connection.
enum class Ending { finish, shut_down, reset, hang };

/// Leaves it so; `hang` waits for the peer to go.
Task<void> end_stream(Stream& stream, Ending ending);

/// Plays the fault that is served at this path, to the end of the connection. False, and nothing done, where
/// there is none: it is a page then.
Task<bool> play_fault(Stream& stream, const Request& request);

}  // namespace outrider::lab
