#pragma once

#include "outrider/model/time.hpp"

#include <optional>
#include <string_view>

namespace outrider {

/// An HTTP-date (RFC 9110 section 5.6.7) in any of its three forms. Two-digit years are those nearest to
/// `now` that lie at most 50 years after it. nullopt: it is none, or no day of the calendar.
std::optional<WallTime> parse_http_date(std::string_view text, WallTime now);

}  // namespace outrider
