#pragma once

#include <optional>

struct ares_channeldata;

namespace outrider {

/// From now on `last` is c-ares's word (ARES_ESERVFAIL, ARES_ENOTIMP, ARES_EREFUSED) for the message that
/// came last to this channel, where it refuses. c-ares goes on to the next server then and, when there is
/// none left, says only that it could contact no server.
void note_refusals(ares_channeldata* channel, std::optional<int>& last);

}  // namespace outrider
