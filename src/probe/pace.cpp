#include "outrider/probe/pace.hpp"

#include <algorithm>

namespace outrider {
namespace {

// A latency that is wrong by this much still tells a good proxy from a bad one.
constexpr Micros in_time{4'000};
constexpr Micros too_late{12'000};
constexpr std::uint32_t largest_burst = 1024;

}  // namespace

Micros Lag::p99() const {
    if (samples_.empty()) return Micros(0);
    std::vector<std::uint32_t> sorted = samples_;
    std::sort(sorted.begin(), sorted.end());
    return Micros(sorted[(sorted.size() * 99 + 99) / 100 - 1]);
}

void Pace::on_tick(Micros late, Micros worked) {
    const bool used_up = left_ == 0;
    const bool overdone = late > too_late && 2 * worked > late;
    if (overdone) {
        burst_ = std::max(1u, burst_ / 2);
    } else if (late < in_time && used_up) {
        burst_ = std::min(largest_burst, burst_ + std::max(1u, burst_ / 8));
    }
    left_ = overdone ? 0 : burst_;
}

}  // namespace outrider
