#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace outrider {

/// Longest line, in bytes, that is read.
inline constexpr std::size_t max_line_bytes = 64 * 1024;

/// One line of a list that is neither blank nor a comment.
struct ListLine {
    std::uint64_t number = 0;  ///< from 1
    std::string_view text;     ///< without comment and surrounding white space
    std::string_view fault;    ///< why it cannot be read; empty: it can
};

/// The lines of a list: LF, CRLF or a lone CR end one, a BOM is skipped, `#` at the start or after white
/// space begins a comment, a last line without an end counts. The views are into `bytes`.
std::vector<ListLine> split_list(std::string_view bytes);

}  // namespace outrider
