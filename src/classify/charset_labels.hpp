#pragma once

#include <string_view>

namespace outrider {

/// iconv's name of the charset that browsers take `label` for (https://encoding.spec.whatwg.org), in any case
/// and with any punctuation; nullptr: none that is known.
const char* charset_named(std::string_view label);

}  // namespace outrider
