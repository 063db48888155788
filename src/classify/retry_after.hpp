#pragma once

#include "outrider/model/observation.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace outrider {

/// No wait is taken for longer than this.
inline constexpr std::uint32_t longest_wait_s = 3600;

/// What an answer's `Retry-After` asks for.
struct RetryAfter {
    std::optional<std::uint32_t> wait_s;  ///< whole seconds, fractions up, at most `longest_wait_s`
    std::string raw;                      ///< all its values as sent, joined with ", "
    std::string ignored;                  ///< the values that do not parse, joined with ", "
};

/// RFC 9110 section 10.2.3, and the fractions that services send. Of several values the largest counts.
RetryAfter read_retry_after(const Headers& headers, WallTime now);

/// The answer's own `Date`; `received` where it has none that parses.
WallTime clock_of(const Headers& headers, WallTime received);

/// Seconds from `now` to `then`, rounded up: 0 where it has passed, at most `longest_wait_s`.
std::uint32_t wait_until(WallTime then, WallTime now);

/// "120", "2.0", "0.493": whole seconds, rounded up, at most `longest_wait_s` however many digits there are.
/// nullopt: anything else, signs among it.
std::optional<std::uint32_t> parse_seconds(std::string_view text);

}  // namespace outrider
