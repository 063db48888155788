#pragma once

#include <string>
#include <string_view>

namespace outrider {

/// Appends `text` with its character references decoded: numbers, and the few names that block pages use.
void append_decoded(std::string& out, std::string_view text);

}  // namespace outrider
