// In place of simdjson_engine.cpp and simdjson_reader.cpp where simdjson could not be found.
#include "report/engines.hpp"
#include "report/json_listener.hpp"

namespace outrider {

bool has_simdjson() {
    return false;
}

std::optional<std::string> write_with_simdjson(const JsonDocument&, bool) {
    return std::nullopt;
}

bool read_with_simdjson(std::string&, JsonListener&) {
    return false;
}

}  // namespace outrider
