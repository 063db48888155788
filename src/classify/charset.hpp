#pragma once

#include "outrider/model/observation.hpp"

#include <optional>

namespace outrider {

/// The answer with its body in UTF-8, where that body is in another charset that is known: by its byte order
/// mark, else by `Content-Type`, else by a <meta> at the start of an HTML page, each label meaning what it
/// means to browsers. What cannot be decoded becomes U+FFFD; a body has at most three times its bytes
/// afterwards. nullopt, and nothing is copied: the bytes are UTF-8 whatever is declared, or no charset is
/// declared that the C library's iconv has a module for.
std::optional<Answer> in_utf8(const Answer& answer);

}  // namespace outrider
