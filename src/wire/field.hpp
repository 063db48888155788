#pragma once

#include <string>
#include <string_view>

namespace outrider {

/// Appends "Name: value" and a line end. CR, LF and NUL, which would begin another field or request, become
/// spaces (RFC 9110 section 5.5).
void append_field(std::string& head, std::string_view name, std::string_view value);

}  // namespace outrider
