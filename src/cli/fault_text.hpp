#pragma once

#include "outrider/cli/options.hpp"
#include "outrider/model/mask.hpp"
#include "outrider/model/text.hpp"

#include <string>
#include <string_view>

namespace outrider {

// The words that faults are made of.

/// A path is shown whole, so that what hides secrets in messages finds them there; but for what may be a
/// password: a URL or a proxy was given to the wrong option.
inline std::string path_in_quotes(std::string_view path) {
    return '\'' + to_valid_utf8(mask_given(path)) + '\'';
}

/// `text` in quotes, short enough for a line; who shows it escapes control characters.
inline std::string in_quotes(std::string_view text) {
    static constexpr std::size_t most = 80;
    const std::string shown = mask_given(text);
    return shown.size() <= most ? path_in_quotes(shown) : path_in_quotes(shown.substr(0, most)) + "...";
}

inline std::string out_of_range(std::string_view text, std::string_view range) {
    return in_quotes(text) + " is out of range: allowed is " + std::string(range);
}

/// What is wrong with the name of a file, before anybody opens it.
inline Complaint path_fault(std::string_view path) {
    if (path.empty()) return "the name of a file is missing";
    if (path.find('\0') != std::string_view::npos) return "a file's name holds no NUL";
    return std::nullopt;
}

}  // namespace outrider
