#include "plan/draw.hpp"

#include "plan/random.hpp"

#include <algorithm>
#include <numeric>

namespace outrider {
namespace {

std::vector<std::uint32_t> numbers_below(std::uint32_t end) {
    std::vector<std::uint32_t> numbers(end);
    std::iota(numbers.begin(), numbers.end(), 0u);
    return numbers;
}

}  // namespace

std::vector<Draw> draw_pairs(std::uint32_t targets, std::uint32_t ways, std::uint64_t count,
                             std::uint64_t seed) {
    Random random(seed);
    std::vector<std::uint32_t> ways_drawn = numbers_below(ways);
    shuffle(ways_drawn, random);
    std::vector<std::uint32_t> targets_drawn = numbers_below(targets);
    const std::uint64_t all = std::uint64_t{targets} * ways;
    if (count < all) shuffle(targets_drawn, random);

    const std::uint64_t stretch = std::lcm<std::uint64_t>(targets, ways);
    std::vector<Draw> draws;
    draws.reserve(std::min(count, all));
    for (std::uint64_t i = 0; i < std::min(count, all); ++i)
        draws.push_back({targets_drawn[(i + i / stretch) % targets], ways_drawn[i % ways]});
    return draws;
}

}  // namespace outrider
