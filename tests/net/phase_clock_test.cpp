#include "outrider/net/phase_clock.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace outrider {
namespace {

std::optional<Micros> time_of(const PhaseTimes& times, Phase phase) {
    return times[static_cast<std::size_t>(phase)];
}

TEST(PhaseClock, phases_add_up_and_those_not_entered_are_null) {
    PhaseTimes times{};
    PhaseClock clock(times);
    const auto start = Clock::now();
    clock.enter(Phase::connect);
    clock.enter(Phase::send);
    clock.enter(Phase::connect);  // the next hop
    clock.enter(Phase::wait);
    clock.stop();
    const auto end = Clock::now();

    Micros sum{0};
    for (const auto& time : times)
        sum += time.value_or(Micros(0));
    EXPECT_LE(sum, micros_between(start, end));
    EXPECT_GE(sum, Micros(0));
    EXPECT_TRUE(time_of(times, Phase::connect) && time_of(times, Phase::send) && time_of(times, Phase::wait));
    EXPECT_FALSE(time_of(times, Phase::dns) || time_of(times, Phase::proxy) || time_of(times, Phase::tls) ||
                 time_of(times, Phase::body));
}

TEST(PhaseClock, time_belongs_to_the_phase_that_was_entered_last) {
    PhaseTimes times{};
    PhaseClock clock(times);
    clock.enter(Phase::connect);
    clock.enter(Phase::wait);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    clock.enter(Phase::body);
    clock.stop();
    EXPECT_GE(*time_of(times, Phase::wait), Micros(2000));
}

}  // namespace
}  // namespace outrider
