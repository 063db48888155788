#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace outrider {

/// What a character reference stands for, without its `&` and `;` ("amp", "#39", "#x27"): a number, or one of
/// the few names that block pages use.
std::optional<std::string> referenced(std::string_view reference);

/// Appends `text` with its character references decoded.
void append_decoded(std::string& out, std::string_view text);

/// The longest that `referenced` knows.
constexpr std::size_t longest_reference = 9;

}  // namespace outrider
