#pragma once

#include <string>
#include <string_view>

namespace outrider {

/// `text` with every byte that a path or query may not hold percent-encoded (RFC 3986 sections 3.3, 3.4);
/// encodings that are there already stay, a stray `%` becomes %25.
std::string strict_path_query(std::string_view text);

/// The form in which equivalent encodings are equal (RFC 3986 section 6.2.2): unreserved characters decoded,
/// digits in capitals.
std::string normal_encoding(std::string_view text);

}  // namespace outrider
