#pragma once

#include "outrider/cli/options.hpp"

#include <cstddef>
#include <string_view>

namespace outrider {

/// More than this is no body of a probe: every target holds one.
inline constexpr std::size_t max_request_body = 1 << 20;

// Options with rules of their own: each checks `text` and sets or appends it.

Fault set_method(std::string_view text, Settings& settings);
Fault add_header(std::string_view text, Settings& settings);
Fault set_body(std::string_view text, Settings& settings);
Fault set_user_agent(std::string_view text, Settings& settings);
Fault set_expect_status(std::string_view text, Settings& settings);
Fault set_expect_body(std::string_view text, Settings& settings);
Fault add_resolve(std::string_view text, Settings& settings);
Fault set_concurrency(std::string_view text, Settings& settings);
Fault set_output(std::string_view text, Settings& settings);
Fault add_report(std::string_view text, Settings& settings);

/// Reads the file that the body stands in.
Fault open_body(Settings& settings, Clock::time_point until);
/// Whether a later room can open the file.
Fault check_readable(const std::optional<std::string>& path);

}  // namespace outrider
