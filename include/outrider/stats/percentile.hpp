#pragma once

#include <cstddef>
#include <vector>

namespace outrider {

/// The nearest-rank percentile: the smallest value that at least `percent` % of the values do not exceed.
/// `sorted` is ascending and not empty, `percent` 1 to 100.
template <class T>
T nearest_rank(const std::vector<T>& sorted, std::size_t percent) {
    const std::size_t rank = (sorted.size() * percent + 99) / 100;
    return sorted[rank - 1];
}

}  // namespace outrider
