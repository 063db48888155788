#pragma once

#include <cstdint>

namespace outrider {

/// An exact fraction of counts, so that rules compare what was observed and not what was rounded.
struct Ratio {
    std::uint64_t part = 0;
    std::uint64_t whole = 0;

    /// 0 of nothing is 0.
    double value() const { return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole); }
    bool operator==(const Ratio&) const = default;
};

}  // namespace outrider
