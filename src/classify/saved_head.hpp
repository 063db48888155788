#pragma once

#include "outrider/model/observation.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace outrider {

/// Reads a saved response leniently: any `HTTP/x`, lines that end in LF alone, a head that the file ends in.
/// Where a whole head is followed at once by another status line (100 Continue, a proxy's 200 to CONNECT,
/// redirects that were followed), the last head counts. The body is what follows, up to `max_body`;
/// a Content-Length is not believed, and chunked coding is undone where it fits. nullopt: no response.
std::optional<Answer> read_saved(std::string_view bytes, std::size_t max_body);

}  // namespace outrider
