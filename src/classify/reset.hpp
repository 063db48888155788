#pragma once

#include "outrider/model/time.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace outrider {

/// What a field's name says about the numbers in it.
enum class ResetUnit {
    unknown,       ///< seconds, or an epoch in s, ms, us or ns: told apart by size
    delta,         ///< seconds from now
    milliseconds,  ///< from now, or an epoch where it is large enough for one
};

/// Seconds from `now` until a quota is reset, rounded up, at most `longest_wait_s`; 0 where that has passed.
/// Read are numbers, durations as Go writes them ("6m30s", "120ms"), RFC 3339 and HTTP dates. An epoch more
/// than an hour before or 40 days after `now` is nullopt, like everything else.
std::optional<std::uint32_t> parse_reset(std::string_view text, WallTime now,
                                         ResetUnit unit = ResetUnit::unknown);

}  // namespace outrider
