#include "report/decimal.hpp"

#include <cmath>

namespace outrider {
namespace {

std::uint64_t power_of_ten(unsigned places) {
    std::uint64_t power = 1;
    for (; places > 0; --places)
        power *= 10;
    return power;
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
    const std::int64_t count = time.count();
    const auto magnitude =
        count < 0 ? 0 - static_cast<std::uint64_t>(count) : static_cast<std::uint64_t>(count);
    Decimal decimal = quotient(magnitude, 1000, 3);
    decimal.negative = count < 0;
    return decimal;
}

std::optional<Decimal> milliseconds(Mean mean) {
    if (mean.count == 0 || mean.sum_us < 0) return std::nullopt;
    return quotient(static_cast<std::uint64_t>(mean.sum_us), mean.count * 1000, 3);
}

Decimal rate(Ratio ratio) {
    if (ratio.whole == 0) return {false, 0, 0, 4};
    return quotient(ratio.part, ratio.whole, 4);
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

}  // namespace outrider
