#pragma once

#include "report/json_writer.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace outrider::schema {

// The parts that a JSON Schema is put together from. Each puts itself into a writer.

using Node = std::function<void(JsonWriter&)>;
using Words = std::vector<std::string_view>;
using Properties = std::vector<std::pair<std::string_view, Node>>;

enum class Null { no, allowed };

Node boolean();
Node text(Null null = Null::no);
Node matching(std::string_view pattern, Null null = Null::no);
Node of_length(std::uint64_t most, Null null);
/// Whole numbers from `least`; to `most`, where there is one.
Node whole(std::uint64_t least = 0, std::optional<std::uint64_t> most = std::nullopt, Null null = Null::no);
/// 0 or more.
Node real(Null null = Null::no);
/// From 0 to 1.
Node rate(Null null = Null::no);
/// Of either sign, to a distance of `most` where there is one; or null.
Node change(std::optional<std::uint64_t> most = std::nullopt);
Node constant(std::uint64_t value);
Node one_of(Words words, Null null = Null::no);
/// An object of just these keys.
Node object(Properties properties, Null null = Null::no);
Node list(Node item);
/// An object of counts that are not 0, by these words, or by what matches a pattern.
Node counts_of(Words words);
Node counts(std::string_view pattern = "");
/// What stands under that name in `$defs`.
Node defined(std::string_view name);

/// The words of an enum of `count` values.
template <class Enum>
Words words_of(std::size_t count, std::size_t first = 0) {
    Words words;
    for (std::size_t i = first; i < count; ++i)
        words.push_back(to_string(static_cast<Enum>(i)));
    return words;
}

/// A whole schema (draft 2020-12): the members of `root` under a title, and definitions.
void document(JsonWriter& json, std::string_view title, const Properties& root,
              const Properties& definitions);

}  // namespace outrider::schema
