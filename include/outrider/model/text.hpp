#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace outrider {

/// Ends a line that was cut off.
constexpr std::string_view ellipsis = "\xE2\x80\xA6";

/// A character of UTF-8, and what it was written as.
struct Character {
    std::uint32_t code = 0;
    std::string_view bytes;
};
/// Takes the first character off `text`, which is not empty. A byte that belongs to no whole character is
/// U+FFFD.
Character take_character(std::string_view& text);

/// Valid UTF-8: each byte that belongs to no whole character becomes U+FFFD.
std::string to_valid_utf8(std::string_view bytes);
bool is_valid_utf8(std::string_view bytes);
/// `bytes` without a last character of UTF-8 that is not whole.
std::string_view without_cut_character(std::string_view bytes);

/// The most characters that `detail` and the like hold.
inline constexpr std::size_t max_line_characters = 200;

/// One line for `detail`, `evidence` and the like: valid UTF-8, runs of white space and control characters
/// folded into one space, at most `limit` characters (the last one then is an ellipsis).
std::string one_line(std::string_view bytes, std::size_t limit = max_line_characters);

/// For a terminal: control characters (C0, C1, bidi) as \xNN or \u{NNNN}; newline is escaped too.
std::string escape_for_terminal(std::string_view text);

}  // namespace outrider
