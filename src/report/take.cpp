#include "report/take.hpp"

#include "report/decimal.hpp"
#include "report/timestamp.hpp"
#include "report/words.hpp"

#include <system_error>

namespace outrider {
namespace {

using Type = JsonScalar::Type;

// No option allows as much, and sums of as many results as fit into memory stay in their types.
constexpr Micros most_time = std::chrono::hours(2);

template <class Value>
Complaint take_word(const JsonScalar& value, std::optional<Value> (*parse)(std::string_view), Value& word,
                    std::string_view allowed) {
    const std::optional<Value> parsed = value.type == Type::string ? parse(value.text) : std::nullopt;
    if (!parsed) return found_instead(value, allowed);
    word = *parsed;
    return std::nullopt;
}

}  // namespace

std::string found_instead(const JsonScalar& found, std::string_view allowed) {
    std::string fault = "found ";
    switch (found.type) {
        case Type::null:
        case Type::boolean:
            fault += found.text;
            break;
        case Type::number:
            fault.append("the number ").append(found.text.substr(0, 30));
            break;
        case Type::string:
            fault += "a string";
            break;
    }
    return fault.append(", allowed is ").append(allowed);
}

Complaint take_whole(const JsonScalar& value, std::uint64_t most, std::uint64_t& whole) {
    const char* const end = value.text.data() + value.text.size();
    std::uint64_t number = 0;
    if (value.type == Type::number) {
        const auto parsed = std::from_chars(value.text.data(), end, number);
        if (parsed.ec == std::errc() && parsed.ptr == end && number <= most) {
            whole = number;
            return std::nullopt;
        }
    }
    return found_instead(value, "a whole number from 0 to " + std::to_string(most));
}

Complaint take(const JsonScalar& value, bool& flag) {
    if (value.type != Type::boolean) return found_instead(value, "true or false");
    flag = value.text == "true";
    return std::nullopt;
}

Complaint take(const JsonScalar& value, std::string& text) {
    if (value.type != Type::string && value.type != Type::null)
        return found_instead(value, "a string or null");
    if (value.type == Type::string) text = value.text;
    return std::nullopt;
}

Complaint take(const JsonScalar& value, Micros& time) {
    const auto micros = value.type == Type::number ? scaled(value.text, 3) : std::nullopt;
    if (!micros || *micros > static_cast<std::uint64_t>(most_time.count())) {
        return found_instead(value, "a number of milliseconds from 0 to " +
                                        std::to_string(most_time / std::chrono::milliseconds(1)));
    }
    time = Micros{static_cast<std::int64_t>(*micros)};
    return std::nullopt;
}

Complaint take(const JsonScalar& value, WallTime& time) {
    return take_word(value, parse_rfc3339, time, "a time like 2025-12-02T08:14:00.120Z");
}

// Of a quota the report holds the quotient alone, which rounds to itself.
Complaint take(const JsonScalar& value, Quota& quota) {
    constexpr unsigned places = 6;
    const auto part = value.type == Type::number ? scaled(value.text, places) : std::nullopt;
    if (!part) return found_instead(value, "a number of requests per second");
    quota = {*part, 1'000'000};
    return std::nullopt;
}

Complaint take(const JsonScalar& value, Interrupt& interrupt) {
    if (value.type == Type::null) return std::nullopt;
    return take_word(value, parse_interrupt, interrupt, "null or one of SIGHUP, SIGINT, SIGTERM");
}

Complaint take(const JsonScalar& value, Outcome& outcome) {
    return take_word(value, parse_outcome, outcome, "the word of an outcome, such as success");
}
Complaint take(const JsonScalar& value, Error& error) {
    return take_word(value, parse_error, error, "null or the word of an error, such as read_timeout");
}
Complaint take(const JsonScalar& value, Blame& blame) {
    return take_word(value, parse_blame, blame, "null or one of target, proxy, local");
}
Complaint take(const JsonScalar& value, ChallengeKind& kind) {
    return take_word(value, parse_challenge_kind, kind, "null or one of js, captcha, pow");
}
Complaint take(const JsonScalar& value, Confidence& confidence) {
    return take_word(value, parse_confidence, confidence, "null or one of confirmed, likely, possible");
}

}  // namespace outrider
