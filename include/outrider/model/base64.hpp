#pragma once

#include <string>
#include <string_view>

namespace outrider {

/// RFC 4648 section 4, with padding.
std::string base64_encode(std::string_view bytes);

}  // namespace outrider
