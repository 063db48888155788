#pragma once

#include <string_view>

namespace outrider {

/// Whether `fd` is a terminal that understands more than text.
bool is_terminal(int fd);

/// Writes all of `text`, waiting up to `patience_ms` for room before each piece; false where it did not fit.
bool write_patiently(int fd, std::string_view text, int patience_ms);

}  // namespace outrider
