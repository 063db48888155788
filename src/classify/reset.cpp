#include "classify/reset.hpp"

#include "classify/http_date.hpp"
#include "classify/retry_after.hpp"
#include "classify/trim.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace outrider {
namespace {

using std::chrono::days;
using std::chrono::hours;

std::uint32_t whole_seconds(double seconds) {
    return static_cast<std::uint32_t>(std::min(std::ceil(seconds), double{longest_wait_s}));
}

/// Takes what it recognises off the front of a text.
class Cursor {
public:
    explicit Cursor(std::string_view text) : rest_(text) {}

    bool at_end() const { return rest_.empty(); }

    bool take(char c) {
        if (rest_.empty() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }
    bool take(std::string_view word) {
        if (rest_.substr(0, word.size()) != word) return false;
        rest_.remove_prefix(word.size());
        return true;
    }
    std::optional<int> digits(std::size_t count) {
        int value = 0;
        if (rest_.size() < count) return std::nullopt;
        for (std::size_t i = 0; i < count; ++i) {
            if (rest_[i] < '0' || rest_[i] > '9') return std::nullopt;
            value = value * 10 + (rest_[i] - '0');
        }
        rest_.remove_prefix(count);
        return value;
    }
    // A decimal number without sign or exponent, of at most 20 digits before the point.
    std::optional<double> number() {
        const std::size_t end = std::min(rest_.find_first_not_of("0123456789."), rest_.size());
        const std::string_view text = rest_.substr(0, end);
        const std::size_t whole = std::min(text.find('.'), text.size());
        double value = 0;
        if (whole == 0 || whole > 20 || text.back() == '.') return std::nullopt;
        const auto [last, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || last != text.data() + text.size()) return std::nullopt;
        rest_.remove_prefix(end);
        return value;
    }

private:
    std::string_view rest_;
};

std::optional<double> parse_go_duration(std::string_view text) {
    // Longer names first: "ms" is no minute.
    static constexpr std::array<std::pair<std::string_view, double>, 8> units{{
        {"ms", 1e-3},
        {"us", 1e-6},
        {"\xC2\xB5s", 1e-6},
        {"ns", 1e-9},
        {"s", 1},
        {"m", 60},
        {"h", 3600},
        {"d", 86400},
    }};
    Cursor cursor(text);
    double seconds = 0;
    while (!cursor.at_end()) {
        const auto number = cursor.number();
        if (!number) return std::nullopt;
        bool has_unit = false;
        for (const auto& [name, length] : units) {
            if (!cursor.take(name)) continue;
            seconds += *number * length;
            has_unit = true;
            break;
        }
        if (!has_unit) return std::nullopt;
    }
    return text.empty() ? std::nullopt : std::optional(seconds);
}

// "Z", "UTC", "GMT", "+02:00", "-0530" or nothing, which is taken for UTC.
std::optional<Micros> parse_zone(Cursor& cursor) {
    if (cursor.at_end()) return Micros(0);
    const bool utc = cursor.take('Z') || cursor.take('z') || cursor.take("UTC") || cursor.take("GMT");
    if (utc && cursor.at_end()) return Micros(0);
    const bool east = cursor.take('+');
    if (!east && !cursor.take('-')) return std::nullopt;
    const auto hour = cursor.digits(2);
    cursor.take(':');
    const auto minute = cursor.digits(2);
    if (!hour || !minute || *hour > 23 || *minute > 59 || !cursor.at_end()) return std::nullopt;
    const Micros offset = hours(*hour) + std::chrono::minutes(*minute);
    return east ? offset : -offset;
}

std::optional<WallTime> parse_rfc3339(std::string_view text) {
    Cursor cursor(text);
    const auto year = cursor.digits(4);
    if (!year || !cursor.take('-')) return std::nullopt;
    const auto month = cursor.digits(2);
    if (!month || !cursor.take('-')) return std::nullopt;
    const auto day = cursor.digits(2);
    if (!day || !(cursor.take('T') || cursor.take('t') || cursor.take(' '))) return std::nullopt;
    const auto hour = cursor.digits(2);
    if (!hour || !cursor.take(':')) return std::nullopt;
    const auto minute = cursor.digits(2);
    if (!minute || !cursor.take(':')) return std::nullopt;
    const auto second = cursor.digits(2);
    if (!second) return std::nullopt;
    Micros fraction{0};
    if (cursor.take('.')) {
        Micros unit = std::chrono::seconds(1);
        while (const auto digit = cursor.digits(1)) {
            unit /= 10;
            fraction += *digit * unit;
        }
    }
    cursor.take(' ');
    const auto zone = parse_zone(cursor);
    const std::chrono::year_month_day date{std::chrono::year(*year),
                                           std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day))};
    if (!zone || !date.ok() || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
    return WallTime(std::chrono::sys_days(date)) + hours(*hour) + std::chrono::minutes(*minute) +
           std::chrono::seconds(*second) + fraction - *zone;
}

// Only what is near enough to be meant; the range keeps the arithmetic small too.
std::optional<std::uint32_t> wait_for_epoch(double seconds, WallTime now) {
    const double wait = seconds - static_cast<double>(now.time_since_epoch().count()) * 1e-6;
    if (wait < -3600.0 || wait > 40.0 * 86400) return std::nullopt;
    return wait <= 0 ? 0 : whole_seconds(wait);
}

std::optional<std::uint32_t> wait_for_number(double number, WallTime now, ResetUnit unit) {
    if (unit == ResetUnit::delta) return whole_seconds(number);
    if (number >= 1e17) return wait_for_epoch(number * 1e-9, now);
    if (number >= 1e14) return wait_for_epoch(number * 1e-6, now);
    if (number >= 1e11) return wait_for_epoch(number * 1e-3, now);
    if (unit == ResetUnit::milliseconds) return whole_seconds(number * 1e-3);
    if (number >= 1e9) return wait_for_epoch(number, now);
    return whole_seconds(number);
}

}  // namespace

std::optional<std::uint32_t> parse_reset(std::string_view text, WallTime now, ResetUnit unit) {
    text = trimmed(text, " \t\"");
    Cursor cursor(text);
    const auto number = cursor.number();
    if (number && cursor.at_end()) return wait_for_number(*number, now, unit);
    if (const auto seconds = parse_go_duration(text)) return whole_seconds(*seconds);
    if (const auto date = parse_rfc3339(text)) return wait_until(*date, now);
    if (const auto date = parse_http_date(text, now)) return wait_until(*date, now);
    return std::nullopt;
}

}  // namespace outrider
