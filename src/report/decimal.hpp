#pragma once

#include "outrider/model/probe_result.hpp"
#include "outrider/stats/exact.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace outrider {

/// A real number of the report: rounded once, half away from zero, from the exact value.
struct Decimal {
    bool negative = false;
    std::uint64_t whole = 0;
    std::uint64_t fraction = 0;  ///< in units of 10^-places
    unsigned places = 0;

    bool operator==(const Decimal&) const = default;
};

/// part / divisor, to so many places; `divisor` is not 0.
Decimal quotient(std::uint64_t part, std::uint64_t divisor, unsigned places);

/// At most 3 decimals.
Decimal milliseconds(Micros time);
/// All 6 decimals of whole microseconds.
Decimal seconds(Micros time);
/// null where nothing was counted
std::optional<Decimal> milliseconds(Mean mean);
/// 4 decimals; 0 of nothing is 0.
Decimal rate(Ratio ratio);
/// Of a change in ten-thousandths.
Decimal rate_change(std::int64_t ten_thousandths);
/// null where it is no number
std::optional<Decimal> rate(double value);
/// 6 decimals; null where there is no quota or no window.
std::optional<Decimal> per_second(const std::optional<Quota>& quota);

/// The shortest form that still has a fraction: "1.0", "0.6667", "-12.5".
std::string to_string(const Decimal& decimal);

/// A number as JSON writes it times 10^places, rounded half up: "1.5e1" to 2 places is 1500. nullopt: it is
/// below 0 or too large.
std::optional<std::uint64_t> scaled(std::string_view number, unsigned places);

}  // namespace outrider
