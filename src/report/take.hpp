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
using Complaint = std::optional<std::string>;

/// "found the number 5, allowed is a list". Text is not echoed.
std::string found_instead(const JsonScalar& found, std::string_view allowed);
/// Whole numbers from 0 to `most`.
Complaint take_whole(const JsonScalar& value, std::uint64_t most, std::uint64_t& whole);

// How a value of the report becomes one of the model: what report/members.hpp writes, back again.

Complaint take(const JsonScalar& value, bool& flag);
Complaint take(const JsonScalar& value, std::string& text);
Complaint take(const JsonScalar& value, Micros& time);
Complaint take(const JsonScalar& value, WallTime& time);
Complaint take(const JsonScalar& value, Quota& quota);
Complaint take(const JsonScalar& value, Interrupt& interrupt);
Complaint take(const JsonScalar& value, Outcome& outcome);
Complaint take(const JsonScalar& value, Error& error);
Complaint take(const JsonScalar& value, Blame& blame);
Complaint take(const JsonScalar& value, ChallengeKind& kind);
Complaint take(const JsonScalar& value, Confidence& confidence);

template <std::unsigned_integral Count>
requires(!std::same_as<Count, bool>) Complaint take(const JsonScalar& value, Count& count) {
    std::uint64_t whole = 0;
    Complaint fault = take_whole(value, std::numeric_limits<Count>::max(), whole);
    if (!fault) count = static_cast<Count>(whole);
    return fault;
}

template <class Value>
Complaint take(const JsonScalar& value, std::optional<Value>& member) {
    if (value.type == JsonScalar::Type::null) return std::nullopt;
    Value taken{};
    Complaint fault = take(value, taken);
    if (!fault) member = taken;
    return fault;
}

}  // namespace outrider
