#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <regex>
#include <string>
#include <vector>

namespace json_schema {

using Json = nlohmann::ordered_json;

/// Checks values against a JSON Schema (draft 2020-12) that uses the keywords below and no others: one that
/// is not known is a violation, so that nothing is passed over.
class Validator {
public:
    explicit Validator(Json schema) : schema_(std::move(schema)) {}

    const Json& schema() const { return schema_; }

    /// "/results/0/outcome: enum", one for each keyword that does not hold.
    std::vector<std::string> violations(const Json& value) const {
        std::vector<std::string> found;
        check(schema_, value, "", found);
        return found;
    }
    bool fits(const Json& value) const { return violations(value).empty(); }

private:
    using Found = std::vector<std::string>;

    void check(const Json& schema, const Json& value, const std::string& place, Found& found) const {
        for (const auto& [keyword, argument] : schema.items()) {
            if (!holds(keyword, argument, schema, value, place, found))
                found.push_back(place + ": " + keyword);
        }
    }

    bool accepts(const Json& schema, const Json& value) const {
        Found found;
        check(schema, value, "", found);
        return found.empty();
    }

    /// What is wrong further in is told there.
    bool holds(const std::string& keyword, const Json& argument, const Json& schema, const Json& value,
               const std::string& place, Found& found) const {
        if (keyword == "$schema") return argument == "https://json-schema.org/draft/2020-12/schema";
        if (keyword == "title" || keyword == "description") return argument.is_string();
        if (keyword == "$defs") return argument.is_object();
        if (keyword == "$ref") {
            check(schema_.at(Json::json_pointer(argument.get<std::string>().substr(1))), value, place, found);
            return true;
        }
        if (keyword == "anyOf") {
            return std::any_of(argument.begin(), argument.end(),
                               [&](const Json& choice) { return accepts(choice, value); });
        }
        if (keyword == "type") return has_type(argument, value);
        if (keyword == "enum") return std::find(argument.begin(), argument.end(), value) != argument.end();
        if (keyword == "const") return argument == value;
        if (keyword == "minimum") return !value.is_number() || number(value) >= number(argument);
        if (keyword == "maximum") return !value.is_number() || number(value) <= number(argument);
        if (keyword == "pattern") return !value.is_string() || matches(argument, value);
        if (keyword == "maxLength") return !value.is_string() || length(value) <= argument.get<std::size_t>();
        if (keyword == "minItems") return !value.is_array() || value.size() >= argument.get<std::size_t>();
        if (keyword == "maxItems") return !value.is_array() || value.size() <= argument.get<std::size_t>();
        if (keyword == "items") {
            for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
                check(argument, value[i], place + '/' + std::to_string(i), found);
            return true;
        }
        if (keyword == "required") {
            return !value.is_object() || std::all_of(argument.begin(), argument.end(), [&](const Json& key) {
                return value.contains(key.get<std::string>());
            });
        }
        if (keyword == "propertyNames") {
            return !value.is_object() ||
                   std::all_of(value.items().begin(), value.items().end(),
                               [&](const auto& item) { return accepts(argument, item.key()); });
        }
        if (keyword == "properties" || keyword == "additionalProperties") {
            if (value.is_object()) check_members(keyword, argument, schema, value, place, found);
            return true;
        }
        return false;
    }

    void check_members(const std::string& keyword, const Json& argument, const Json& schema,
                       const Json& value, const std::string& place, Found& found) const {
        for (const auto& [key, item] : value.items()) {
            const std::string at = place + '/' + key;
            const bool listed = schema.contains("properties") && schema["properties"].contains(key);
            if (keyword == "properties") {
                if (listed) check(argument[key], item, at, found);
            } else if (!listed) {
                argument.is_boolean() ? (argument ? void() : found.push_back(at + ": " + keyword))
                                      : check(argument, item, at, found);
            }
        }
    }

    static bool has_type(const Json& types, const Json& value) {
        if (types.is_array()) {
            return std::any_of(types.begin(), types.end(),
                               [&](const Json& type) { return has_type(type, value); });
        }
        const bool whole =
            value.is_number_integer() ||
            (value.is_number_float() && std::floor(value.get<double>()) == value.get<double>());
        return (types == "null" && value.is_null()) || (types == "boolean" && value.is_boolean()) ||
               (types == "string" && value.is_string()) || (types == "number" && value.is_number()) ||
               (types == "integer" && whole) || (types == "array" && value.is_array()) ||
               (types == "object" && value.is_object());
    }

    static long double number(const Json& value) {
        if (value.is_number_unsigned()) return static_cast<long double>(value.get<std::uint64_t>());
        if (value.is_number_integer()) return static_cast<long double>(value.get<std::int64_t>());
        return value.get<double>();
    }

    static bool matches(const std::string& pattern, const std::string& text) {
        static std::map<std::string, std::regex> compiled;
        const auto [entry, is_new] = compiled.try_emplace(pattern, pattern);
        return std::regex_search(text, entry->second);
    }

    static std::size_t length(const std::string& text) {
        return static_cast<std::size_t>(std::count_if(
            text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
    }

    Json schema_;
};

}  // namespace json_schema
