#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace outrider {

/// The items by a key below `keys`, equal ones in the order they had: a counting sort, in linear time.
template <class Item, class Key>
std::vector<Item> sorted_by(const std::vector<Item>& items, std::size_t keys, Key key) {
    std::vector<std::size_t> place(keys + 1, 0);
    for (const Item& item : items)
        ++place[key(item) + 1];
    std::partial_sum(place.begin(), place.end(), place.begin());
    std::vector<Item> sorted(items.size());
    for (const Item& item : items)
        sorted[place[key(item)]++] = item;
    return sorted;
}

}  // namespace outrider
