// In place of simdjson_engine.cpp where simdjson could not be found.
#include "report/engines.hpp"

namespace outrider {

bool has_simdjson() {
    return false;
}

std::optional<std::string> write_with_simdjson(const JsonDocument&, bool) {
    return std::nullopt;
}

}  // namespace outrider
