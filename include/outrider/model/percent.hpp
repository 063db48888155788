#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace outrider {

/// The byte that a percent-encoding at `at` stands for, or -1.
int encoded_byte(std::string_view text, std::size_t at);

/// `text` with each %XX decoded, once; a stray `%` stays as it is.
std::string percent_decoded(std::string_view text);

}  // namespace outrider
