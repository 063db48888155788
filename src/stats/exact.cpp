#include "outrider/stats/exact.hpp"

#include <algorithm>
#include <cmath>

namespace outrider {

bool less(Ratio a, Ratio b) {
    if (b.part == 0 || b.whole == 0) return false;
    if (a.part == 0 || a.whole == 0) return true;
    return Wide{a.part} * b.whole < Wide{b.part} * a.whole;
}

Ratio exact(double decimal) {
    constexpr std::uint64_t scale = 1'000'000'000'000'000;
    if (!(decimal > 0)) return {0, scale};
    const double scaled = std::min(decimal, 1000.0) * static_cast<double>(scale);
    return {static_cast<std::uint64_t>(std::llround(scaled)), scale};
}

bool over(Mean mean, Micros limit) {
    if (mean.count == 0 || mean.sum_us < 0) return false;
    if (limit.count() < 0) return true;
    return static_cast<Wide>(mean.sum_us) > static_cast<Wide>(limit.count()) * mean.count;
}

}  // namespace outrider
