#pragma once

#include <string>
#include <string_view>

namespace outrider {

/// Text for XML and HTML, between tags and in quotes. Control characters are shown as on a terminal, and what
/// XML 1.0 does not allow becomes U+FFFD.
std::string escape_markup(std::string_view text);

/// " name=\"value\""
std::string attribute(std::string_view name, std::string_view value);

}  // namespace outrider
