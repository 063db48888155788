#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace outrider {

/// RFC 4648 section 4, with padding.
std::string base64_encode(std::string_view bytes);
/// The bytes, or nullopt where `text` is not the encoding of any; padding may be missing.
std::optional<std::string> base64_decode(std::string_view text);

}  // namespace outrider
