#pragma once

#include "outrider/model/probe_result.hpp"
#include "outrider/model/run.hpp"
#include "report/json_listener.hpp"

#include <charconv>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace outrider {

/// What was found and what is allowed; nullopt: nothing is wrong.
using Fault = std::optional<std::string>;

/// "found the number 5, allowed is a list". Text is not echoed.
std::string found_instead(const JsonScalar& found, std::string_view allowed);
/// Whole numbers from 0 to `most`.
Fault take_whole(const JsonScalar& value, std::uint64_t most, std::uint64_t& whole);

// How a value of the report becomes one of the model: what report/members.hpp writes, back again.

Fault take(const JsonScalar& value, bool& flag);
Fault take(const JsonScalar& value, std::string& text);
Fault take(const JsonScalar& value, Micros& time);
Fault take(const JsonScalar& value, WallTime& time);
Fault take(const JsonScalar& value, Quota& quota);
Fault take(const JsonScalar& value, Interrupt& interrupt);
Fault take(const JsonScalar& value, Outcome& outcome);
Fault take(const JsonScalar& value, Error& error);
Fault take(const JsonScalar& value, Blame& blame);
Fault take(const JsonScalar& value, ChallengeKind& kind);
Fault take(const JsonScalar& value, Confidence& confidence);

template <std::unsigned_integral Count>
requires(!std::same_as<Count, bool>) Fault take(const JsonScalar& value, Count& count) {
    std::uint64_t whole = 0;
    Fault fault = take_whole(value, std::numeric_limits<Count>::max(), whole);
    if (!fault) count = static_cast<Count>(whole);
    return fault;
}

template <class Value>
Fault take(const JsonScalar& value, std::optional<Value>& member) {
    if (value.type == JsonScalar::Type::null) return std::nullopt;
    Value taken{};
    Fault fault = take(value, taken);
    if (!fault) member = taken;
    return fault;
}

}  // namespace outrider
