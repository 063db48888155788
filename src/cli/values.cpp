#include "outrider/cli/values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace outrider {
namespace {

constexpr std::string_view digits = "0123456789";

std::string_view take_while(std::string_view& text, std::string_view allowed) {
    const std::string_view taken = text.substr(0, text.find_first_not_of(allowed));
    text.remove_prefix(taken.size());
    return taken;
}

std::string_view take_unit(std::string_view& text) {
    const std::string_view unit = text.substr(0, text.find_first_of(digits));
    text.remove_prefix(unit.size());
    return unit;
}

/// The number that `figures` write, or the largest there is.
template <class Number>
Number saturated(std::string_view figures) {
    Number number = 0;
    const auto [end, error] = std::from_chars(figures.data(), figures.data() + figures.size(), number);
    return error == std::errc() ? number : std::numeric_limits<Number>::max();
}

struct TimeUnit {
    std::string_view name;
    std::int64_t micros;
};
constexpr std::array<TimeUnit, 4> time_units{{
    {"h", 3'600'000'000},
    {"m", 60'000'000},
    {"s", 1'000'000},
    {"ms", 1'000},
}};
constexpr std::int64_t max_micros = Micros::max().count();

/// `whole`.`fraction` units of `unit` microseconds, saturated.
std::int64_t micros_of(std::string_view whole, std::string_view fraction, std::int64_t unit) {
    const auto units = saturated<std::int64_t>(whole);
    if (units > (max_micros - unit) / unit) return max_micros;
    std::int64_t micros = units * unit;
    std::int64_t place = unit;
    for (const char digit : fraction) {
        place /= 10;
        micros += (digit - '0') * place;
    }
    return micros;
}

}  // namespace

std::optional<Micros> parse_duration(std::string_view text) {
    if (text.empty()) return std::nullopt;
    std::int64_t total = 0;
    const auto* allowed = time_units.begin();  // units come from large to small, each once
    for (bool first = true; !text.empty(); first = false) {
        const std::string_view whole = take_while(text, digits);
        std::string_view fraction;
        const bool has_fraction = !text.empty() && text.front() == '.';
        if (has_fraction) {
            text.remove_prefix(1);
            fraction = take_while(text, digits);
        }
        if (whole.empty() || (has_fraction && fraction.empty())) return std::nullopt;

        std::string_view name = take_unit(text);
        if (name.empty() && first) name = "s";
        const auto* unit = std::find_if(allowed, time_units.end(),
                                        [&](const TimeUnit& candidate) { return candidate.name == name; });
        if (unit == time_units.end() || (has_fraction && !text.empty())) return std::nullopt;
        allowed = unit + 1;

        const std::int64_t part = micros_of(whole, fraction, unit->micros);
        total = part > max_micros - total ? max_micros : total + part;
    }
    return Micros(total);
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
    struct SizeUnit {
        std::string_view name;
        std::uint64_t bytes;
    };
    static constexpr std::array<SizeUnit, 8> units{{
        {"", 1},
        {"B", 1},
        {"kB", 1'000},
        {"KiB", 1ull << 10},
        {"MB", 1'000'000},
        {"MiB", 1ull << 20},
        {"GB", 1'000'000'000},
        {"GiB", 1ull << 30},
    }};
    const std::string_view figures = take_while(text, digits);
    if (figures.empty()) return std::nullopt;
    for (const SizeUnit& unit : units) {
        if (unit.name != text) continue;
        const auto number = saturated<std::uint64_t>(figures);
        constexpr auto most = std::numeric_limits<std::uint64_t>::max();
        return number > most / unit.bytes ? most : number * unit.bytes;
    }
    return std::nullopt;
}

std::optional<StatusSet> parse_statuses(std::string_view text) {
    const auto code = [](std::string_view figures) -> int {
        const bool three = figures.size() == 3 && figures.find_first_not_of(digits) == std::string_view::npos;
        return three ? saturated<int>(figures) : 0;
    };
    StatusSet set;
    for (bool more = true; more;) {
        const std::size_t comma = text.find(',');
        const std::string_view part = text.substr(0, comma);
        const std::size_t dash = part.find('-');
        const int low = code(part.substr(0, dash));
        const int high = dash == std::string_view::npos ? low : code(part.substr(dash + 1));
        if (low < 100 || high < low) return std::nullopt;
        set.ranges.emplace_back(low, high);
        more = comma != std::string_view::npos;
        if (more) text.remove_prefix(comma + 1);
    }
    return set;
}

bool is_token(std::string_view text) {
    static constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return letter || (c >= '0' && c <= '9') || marks.find(c) != std::string_view::npos;
    });
}

bool is_field_value(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return c == '\t' || (byte >= 0x20 && byte != 0x7F);
    });
}

}  // namespace outrider
