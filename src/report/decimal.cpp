#include "report/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

namespace outrider {
namespace {

std::uint64_t power_of_ten(unsigned places) {
    std::uint64_t power = 1;
    for (; places > 0; --places)
        power *= 10;
    return power;
}

/// The power of ten behind the `e` of a number; what is too large for the type is its maximum.
std::int64_t exponent_of(std::string_view digits) {
    constexpr std::int64_t most = 1'000'000'000;
    const bool negative = digits.starts_with('-');
    digits.remove_prefix(digits.find_first_not_of("+-"));
    std::int64_t exponent = most;
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    return negative ? -std::min(exponent, most) : std::min(exponent, most);
}

Decimal signed_quotient(std::int64_t part, std::uint64_t divisor, unsigned places) {
    const auto magnitude = part < 0 ? 0 - static_cast<std::uint64_t>(part) : static_cast<std::uint64_t>(part);
    Decimal decimal = quotient(magnitude, divisor, places);
    decimal.negative = part < 0;
    return decimal;
}

}  // namespace

Decimal quotient(std::uint64_t part, std::uint64_t divisor, unsigned places) {
    const std::uint64_t scale = power_of_ten(places);
    const Wide rest = part % divisor;
    const auto fraction = static_cast<std::uint64_t>((rest * scale * 2 + divisor) / (Wide{divisor} * 2));
    if (fraction == scale) return {false, part / divisor + 1, 0, places};
    return {false, part / divisor, fraction, places};
}

Decimal milliseconds(Micros time) {
    return signed_quotient(time.count(), 1000, 3);
}

Decimal seconds(Micros time) {
    return signed_quotient(time.count(), 1'000'000, 6);
}

std::optional<Decimal> milliseconds(Mean mean) {
    if (mean.count == 0 || mean.sum_us < 0) return std::nullopt;
    return quotient(static_cast<std::uint64_t>(mean.sum_us), mean.count * 1000, 3);
}

Decimal rate(Ratio ratio) {
    if (ratio.whole == 0) return {false, 0, 0, 4};
    return quotient(ratio.part, ratio.whole, 4);
}

Decimal rate_change(std::int64_t ten_thousandths) {
    return signed_quotient(ten_thousandths, 10'000, 4);
}

std::optional<Decimal> rate(double value) {
    if (!std::isfinite(value) || value < 0) return std::nullopt;
    return rate(exact(value));
}

std::optional<Decimal> per_second(const std::optional<Quota>& quota) {
    if (!quota || quota->window_s == 0) return std::nullopt;
    return quotient(quota->requests, quota->window_s, 6);
}

std::string to_string(const Decimal& decimal) {
    std::string text;
    if (decimal.negative && (decimal.whole != 0 || decimal.fraction != 0)) text += '-';
    text += std::to_string(decimal.whole);
    text += '.';
    const std::string digits = std::to_string(decimal.fraction);
    if (digits.size() < decimal.places) text.append(decimal.places - digits.size(), '0');
    text += digits;
    while (text.back() == '0' && text[text.size() - 2] != '.')
        text.pop_back();
    return text;
}

std::optional<std::uint64_t> scaled(std::string_view number, unsigned places) {
    if (number.starts_with('-')) return std::nullopt;
    const std::size_t end = std::min(number.find_first_of("eE"), number.size());
    std::int64_t shift = places;
    if (end < number.size()) shift += exponent_of(number.substr(end + 1));
    std::string digits(number.substr(0, end));
    if (const std::size_t point = digits.find('.'); point != std::string::npos) {
        shift -= static_cast<std::int64_t>(digits.size() - point - 1);
        digits.erase(point, 1);
    }
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));

    bool round_up = false;
    if (shift < 0) {
        const auto dropped = static_cast<std::uint64_t>(-shift);
        if (dropped > digits.size()) return 0;
        const std::size_t kept = digits.size() - dropped;
        round_up = digits[kept] >= '5';
        digits.resize(kept);
    } else if (!digits.empty()) {
        digits.append(static_cast<std::size_t>(std::min<std::int64_t>(shift, 20)), '0');  // more fit no type
    }
    std::uint64_t value = 0;
    if (digits.empty()) return round_up ? 1 : 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (parsed.ec != std::errc()) return std::nullopt;
    if (!round_up) return value;
    return value + 1 == 0 ? std::nullopt : std::optional(value + 1);
}

}  // namespace outrider
