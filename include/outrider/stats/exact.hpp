#pragma once

#include "outrider/model/rational.hpp"
#include "outrider/model/time.hpp"

#include <cstdint>

namespace outrider {

/// Wide enough for the product of any two counts.
__extension__ using Wide = unsigned __int128;

/// A mean of whole microseconds, kept exact.
struct Mean {
    std::int64_t sum_us = 0;
    std::uint64_t count = 0;

    bool operator==(const Mean&) const = default;
};

/// a < b as fractions; 0 of nothing is 0.
bool less(Ratio a, Ratio b);

/// The fraction that a decimal of at most 15 places stands for: 0.9 is nine tenths, not the double beside it.
/// What is below 0 or no number is 0; above 1000 it is 1000.
Ratio exact(double decimal);

/// Whether the mean is above `limit`; that of nothing is not.
bool over(Mean mean, Micros limit);

}  // namespace outrider
