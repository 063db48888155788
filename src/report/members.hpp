#pragma once

#include "report/decimal.hpp"
#include "report/json_writer.hpp"

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace outrider {

// How each type of the model stands in the report. Text that is empty is null, and so is an empty optional.

inline void put(JsonWriter& json, std::same_as<bool> auto value) {
    json.boolean(value);
}
template <std::unsigned_integral Count>
requires(!std::same_as<Count, bool>) void put(JsonWriter& json, Count value) {
    json.integer(value);
}
inline void put(JsonWriter& json, std::string_view text) {
    text.empty() ? json.null() : json.string(text);
}
inline void put(JsonWriter& json, const Decimal& value) {
    json.real(value);
}
inline void put(JsonWriter& json, Micros time) {
    json.real(milliseconds(time));
}
inline void put(JsonWriter& json, Ratio ratio) {
    json.real(rate(ratio));
}
template <class Enum>
requires std::is_enum_v<Enum>
void put(JsonWriter& json, Enum value) {
    json.string(to_string(value));
}
template <class Value>
void put(JsonWriter& json, const std::optional<Value>& value) {
    if (value) {
        put(json, *value);
    } else {
        json.null();
    }
}
inline void put(JsonWriter& json, Mean mean) {
    put(json, milliseconds(mean));
}
inline void put(JsonWriter& json, std::same_as<double> auto share) {
    put(json, rate(share));
}
template <class... Values>
void put(JsonWriter& json, const std::variant<Values...>& value) {
    std::visit([&](const auto& held) { put(json, held); }, value);
}

template <class Value>
void member(JsonWriter& json, std::string_view key, const Value& value) {
    json.key(key);
    put(json, value);
}

/// "key": { what `members` writes }
template <class Members>
void object(JsonWriter& json, std::string_view key, Members members) {
    json.key(key);
    json.begin_object();
    members();
    json.end_object();
}

/// "key": [ one item for each of `items` ]
template <class Items, class Item>
void array(JsonWriter& json, std::string_view key, const Items& items, Item item) {
    json.key(key);
    json.begin_array();
    for (const auto& each : items)
        item(each);
    json.end_array();
}

template <class Items>
void list(JsonWriter& json, std::string_view key, const Items& items) {
    array(json, key, items, [&](const auto& each) { put(json, each); });
}

/// "key": { "word": count } of what is not zero, in the order of the enum.
template <class Enum, class Count, std::size_t N>
void counts(JsonWriter& json, std::string_view key, const std::array<Count, N>& by_enum) {
    object(json, key, [&] {
        for (std::size_t i = 0; i < N; ++i) {
            if (by_enum[i] != 0) member(json, to_string(static_cast<Enum>(i)), by_enum[i]);
        }
    });
}

}  // namespace outrider
