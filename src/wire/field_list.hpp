#pragma once

#include <string_view>

namespace outrider {

inline bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/// Without spaces, tabs and the line ends of a folded field at either end.
inline std::string_view trimmed(std::string_view text) {
    static constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Calls `visit` with each element of a comma-separated list (RFC 9110 section 5.6.1), trimmed; empty ones
/// too.
template <class Visit>
void for_each_in_list(std::string_view list, Visit visit) {
    for (;;) {
        const std::size_t comma = list.find(',');
        visit(trimmed(list.substr(0, comma)));
        if (comma == std::string_view::npos) return;
        list.remove_prefix(comma + 1);
    }
}

}  // namespace outrider
