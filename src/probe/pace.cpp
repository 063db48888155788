#include "outrider/probe/pace.hpp"

#include <algorithm>

namespace outrider {
namespace {

// A latency that is wrong by this much still tells a good proxy from a bad one.
constexpr Micros in_time{4'000};
constexpr Micros too_late{12'000};
constexpr std::uint32_t first_burst = 64;
constexpr std::uint32_t largest_burst = 1024;

}  // namespace

Micros Lag::p99() const {
    if (samples_.empty()) return Micros(0);
    std::vector<std::uint32_t> sorted = samples_;
    std::sort(sorted.begin(), sorted.end());
    return Micros(sorted[(sorted.size() * 99 + 99) / 100 - 1]);
}

Pace::Pace(bool limited, Micros cost)
    : limited_(limited), cost_(cost), burst_(std::min(first_burst, affordable())), left_(burst_) {}

std::uint32_t Pace::affordable() const {
    const Micros cost = started_ == 0 ? cost_ : std::max(cost_, worked_ / started_);
    const auto paid_for = Lag::tick / 2 / std::max(cost, Micros(1));
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(paid_for, 1, largest_burst));
}

void Pace::on_tick(Micros late, Micros worked) {
    worked_ += worked;
    const bool used_up = left_ == 0;
    const bool overdone = late > too_late && 2 * worked > late;
    if (overdone) {
        burst_ = std::max(1u, burst_ / 2);
    } else if (late < in_time && used_up) {
        burst_ += std::max(1u, burst_ / 8);
    }
    burst_ = std::min(burst_, affordable());
    left_ = overdone ? 0 : burst_;
}

}  // namespace outrider
