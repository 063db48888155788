#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// Objects keep the order of their keys: headers are sent in it.
using Json = nlohmann::ordered_json;

struct JsonText {
    std::optional<Json> value;  ///< nullopt: it is no JSON; else without what `errors` tells of
    std::vector<std::string> errors;
};

/// Reads JSON with comments. Errors are bad syntax (by line and column, without an echo) and, by JSON
/// pointer, keys that stand twice, a number beyond every type, and too much of depth or keys.
JsonText parse_json(std::string_view text);

/// `place` and `key` as a JSON pointer (RFC 6901).
std::string pointer_to(const std::string& place, std::string_view key);
std::string pointer_to(const std::string& place, std::size_t index);

/// What a value is, for errors: "a string", "the number 5"; strings are not echoed.
std::string described(const Json& value);

}  // namespace outrider
