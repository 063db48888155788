#pragma once

#include "outrider/model/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace outrider {

/// RFC 3339 in UTC to the millisecond: "2025-12-02T08:14:00.120Z".
std::string rfc3339(WallTime time);

/// Back from that form; nullopt for any other.
std::optional<WallTime> parse_rfc3339(std::string_view text);

}  // namespace outrider
