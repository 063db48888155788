#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace outrider {

/// SplitMix64 (Steele, Lea, Flood 2014). The standard library's generators agree between machines, its
/// distributions and shuffle do not.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    /// Uniform in [0, bound): draws from the part of the range that `bound` does not divide are drawn again.
    std::uint64_t below(std::uint64_t bound) {
        const std::uint64_t rest = (0 - bound) % bound;
        std::uint64_t draw = next();
        while (draw < rest)
            draw = next();
        return draw % bound;
    }

private:
    std::uint64_t state_;
};

/// Fisher and Yates, from the end.
template <class T>
void shuffle(std::vector<T>& items, Random& random) {
    for (std::size_t left = items.size(); left > 1; --left) {
        std::swap(items[left - 1], items[random.below(left)]);
    }
}

}  // namespace outrider
