#pragma once

#include "outrider/model/settings.hpp"
#include "outrider/report/report.hpp"
#include "report/json_writer.hpp"

#include <functional>
#include <optional>
#include <string>

namespace outrider {

/// A JSON document, described once: it puts itself into whichever writer it is given.
using JsonDocument = std::function<void(JsonWriter&)>;

/// The document's bytes as each engine writes them: the same ones. simdjson gives nullopt where it is not
/// built in or fails.
std::optional<std::string> write_with_simdjson(const JsonDocument& document, bool pretty);
std::string write_with_nlohmann(const JsonDocument& document, bool pretty);

/// The engines that a document can be written with.
struct Engines {
    bool has_simdjson;
    std::optional<std::string> (*simdjson)(const JsonDocument&, bool pretty);
    std::string (*nlohmann)(const JsonDocument&, bool pretty);
};
inline Engines engines() {
    return {has_simdjson(), write_with_simdjson, write_with_nlohmann};
}

/// The document through the engine asked for, else through nlohmann and with a warning. Without a final
/// newline.
Rendered write_json(const JsonDocument& document, Serializer serializer, bool pretty, const Engines& engines);

}  // namespace outrider
