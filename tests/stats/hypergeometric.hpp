#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

namespace outrider::testing {

/// A pool whose composition is known: so many proxies (nullopt: endless), this share of them usable.
struct KnownPool {
    std::optional<std::uint64_t> size;
    double share;

    std::uint64_t usable() const {
        return static_cast<std::uint64_t>(std::llround(share * static_cast<double>(size.value_or(0))));
    }
    double true_share() const {
        return size ? static_cast<double>(usable()) / static_cast<double>(*size) : share;
    }
};

inline double log_choose(std::uint64_t n, std::uint64_t k) {
    const auto log_factorial = [](std::uint64_t m) { return std::lgamma(static_cast<double>(m) + 1); };
    return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

/// How likely it is that of `tested` proxies, drawn at random, exactly `found` are usable.
inline double chance(const KnownPool& pool, std::uint64_t found, std::uint64_t tested) {
    if (!pool.size) {
        return std::exp(log_choose(tested, found)) * std::pow(pool.share, static_cast<double>(found)) *
               std::pow(1 - pool.share, static_cast<double>(tested - found));
    }
    const std::uint64_t useless = *pool.size - pool.usable();
    if (found > pool.usable() || tested - found > useless) return 0;
    return std::exp(log_choose(pool.usable(), found) + log_choose(useless, tested - found) -
                    log_choose(*pool.size, tested));
}

}  // namespace outrider::testing
