#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// `text` cut to so many columns of a terminal, the last one then an ellipsis. Control characters must
/// already be escaped. Wide scripts count two columns a character; what cannot be told apart counts as wide.
std::string fit(std::string_view text, std::size_t columns);

/// `text` broken at spaces into lines of at most so many columns; a word that is longer is cut.
std::vector<std::string> wrap(std::string_view text, std::size_t columns);

/// `text` filled up with spaces to so many columns.
std::string padded(std::string_view text, std::size_t columns);

}  // namespace outrider
