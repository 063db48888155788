#include "outrider/probe/window.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace outrider {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(ProbeWindow, leaves_a_reserve_that_grows_with_what_is_planned_and_in_flight) {
    const Micros small = probe_window(seconds(10), 1, 1, false);
    const Micros many_results = probe_window(seconds(10), 10'000, 1, false);
    const Micros many_sockets = probe_window(seconds(10), 10'000, 10'000, false);
    const Micros tls_sockets = probe_window(seconds(10), 10'000, 10'000, true);
    EXPECT_LT(small, seconds(10) - start_allowance);
    EXPECT_GT(small, seconds(9));
    EXPECT_LT(many_results, small);
    EXPECT_LT(many_sockets, many_results);
    EXPECT_LT(tls_sockets, many_sockets);
    EXPECT_GT(tls_sockets, seconds(8));
}

TEST(ProbeWindow, is_never_less_than_half_of_the_deadline) {
    EXPECT_EQ(probe_window(milliseconds(200), 100'000, 10'000, false), Micros(100'000));
}

TEST(ClosingAllowance, grows_with_what_is_in_flight_up_to_a_twentieth_of_the_deadline) {
    EXPECT_EQ(closing_allowance(seconds(10), 0), Micros(0));
    EXPECT_LT(closing_allowance(seconds(10), 1'000), closing_allowance(seconds(10), 10'000));
    EXPECT_EQ(closing_allowance(seconds(10), 1'000'000), Micros(500'000));
}

TEST(LeastTimeToStart, is_twice_the_degraded_latency_but_at_most_half_the_window) {
    Settings settings;
    settings.degraded_latency = seconds(2);
    EXPECT_EQ(least_time_to_start(settings, seconds(9)), Micros(seconds(4)));
    EXPECT_EQ(least_time_to_start(settings, seconds(3)), Micros(milliseconds(1500)));
}

}  // namespace
}  // namespace outrider
