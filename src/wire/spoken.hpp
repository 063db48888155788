#pragma once

#include <string>
#include <string_view>

namespace outrider {

/// What the first bytes of a peer that does not speak the protocol at hand give away: "speaks TLS", or the
/// bytes themselves.
std::string what_it_speaks(std::string_view bytes);

}  // namespace outrider
