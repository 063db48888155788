#include "outrider/stats/exact.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace outrider {
namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

TEST(Less, ComparesFractionsAndNotTheirDoubles) {
    EXPECT_TRUE(less({1, 3}, {1, 2}));
    EXPECT_FALSE(less({1, 2}, {1, 3}));
    EXPECT_FALSE(less({2, 4}, {1, 2}));
    EXPECT_TRUE(less({1, 2}, {1, 1}));
    EXPECT_FALSE(less({1, 1}, {1, 2}));
    EXPECT_TRUE(less({most - 2, most - 1}, {most - 1, most}));  // one and the same double
    EXPECT_FALSE(less({most - 1, most}, {most - 2, most - 1}));
}

TEST(Less, NothingOfNothingIsZero) {
    EXPECT_TRUE(less({0, 0}, {1, 2}));
    EXPECT_FALSE(less({0, 0}, {0, 5}));
    EXPECT_FALSE(less({0, 5}, {0, 0}));
    EXPECT_FALSE(less({1, 2}, {0, 0}));
    EXPECT_FALSE(less({0, 1}, {3, 0}));
    EXPECT_TRUE(less({3, 0}, {1, 2}));
}

TEST(Exact, ADecimalMeetsTheCountsItStandsFor) {
    for (std::uint64_t whole = 1; whole <= 1000; ++whole) {
        const std::uint64_t part = whole * 9;
        EXPECT_FALSE(less({part, whole * 10}, exact(0.9)));
        EXPECT_FALSE(less(exact(0.9), {part, whole * 10}));
        EXPECT_TRUE(less({part * 1000 - 1, whole * 10'000}, exact(0.9)));
    }
}

TEST(Exact, EveryDecimalOfSixPlaces) {
    for (std::uint64_t millionths = 0; millionths <= 1'000'000; ++millionths) {
        const Ratio ratio = exact(static_cast<double>(millionths) / 1e6);
        ASSERT_EQ(ratio.part, millionths * (ratio.whole / 1'000'000));
    }
}

TEST(Exact, HasFifteenPlaces) {
    EXPECT_EQ(exact(0.9), (Ratio{900'000'000'000'000, 1'000'000'000'000'000}));
    EXPECT_EQ(exact(0.666'666'666'666'667).part, 666'666'666'666'667u);
}

TEST(Exact, NoiseOfADoubleIsNoThreshold) {
    const double noisy = 0.1 + 0.2;  // 0.30000000000000004
    EXPECT_FALSE(less({3, 10}, exact(noisy)));
}

TEST(Exact, OddNumbersAreHarmless) {
    EXPECT_EQ(exact(-1).part, 0u);
    EXPECT_EQ(exact(std::nan("")).part, 0u);
    EXPECT_EQ(exact(HUGE_VAL), exact(1000));
    EXPECT_EQ(exact(1).part, exact(1).whole);
}

TEST(Over, IsExactAtTheLimit) {
    const Micros limit{2'000'000};
    EXPECT_FALSE(over({6'000'000, 3}, limit));
    EXPECT_TRUE(over({6'000'001, 3}, limit));
    EXPECT_FALSE(over({5'999'999, 3}, limit));
    EXPECT_FALSE(over({0, 0}, limit));
    EXPECT_FALSE(over({0, 1}, Micros{0}));
    EXPECT_FALSE(over({1, 0}, Micros{0}));
    EXPECT_FALSE(over({-1, 1}, Micros{0}));
    EXPECT_TRUE(over({0, 1}, Micros{-1}));
    EXPECT_FALSE(over({std::numeric_limits<std::int64_t>::max(), most}, Micros{most >> 1}));
}

}  // namespace
}  // namespace outrider
