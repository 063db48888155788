#include "report/engines.hpp"

#include <utility>

namespace outrider {

Rendered write_json(const JsonDocument& document, Serializer serializer, bool pretty,
                    const Engines& engines) {
    if (serializer == Serializer::nlohmann) return {engines.nlohmann(document, pretty), ""};
    const char* reason = "is not built in";
    if (engines.has_simdjson) {
        std::optional<std::string> bytes = engines.simdjson(document, pretty);
        if (bytes) return {*std::move(bytes), ""};
        reason = "failed";
    }
    return {engines.nlohmann(document, pretty),
            std::string("simdjson ") + reason + ": the report is written by nlohmann/json"};
}

}  // namespace outrider
