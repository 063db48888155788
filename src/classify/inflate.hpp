#pragma once

#include "outrider/model/observation.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace outrider {

/// The body of an answer that came compressed although that was not asked for (RFC 9110 section 8.4).
struct Inflated {
    std::string body;
    bool truncated = false;  ///< there was more than `limit`
};

/// Undoes gzip, deflate and br, as `Content-Encoding` names them, up to `limit` bytes. A body that ends early
/// gives what it holds. nullopt: no encoding is named, or the bytes do not fit the name.
std::optional<Inflated> inflate(const Answer& answer, std::size_t limit);

}  // namespace outrider
