#include "report/decimal.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace outrider {
namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

std::string shown(const std::optional<Decimal>& decimal) {
    return decimal ? to_string(*decimal) : "null";
}

TEST(Decimal, RatesHaveFourDecimalsHalfAwayFromZero) {
    const std::pair<Ratio, const char*> cases[] = {
        {{2, 3}, "0.6667"},
        {{1, 3}, "0.3333"},
        {{0, 5}, "0.0"},
        {{0, 0}, "0.0"},
        {{5, 5}, "1.0"},
        {{1, 2}, "0.5"},
        {{1, 20'000}, "0.0001"},  // 0.00005
        {{1, 20'001}, "0.0"},
        {{99'995, 100'000}, "1.0"},  // 0.99995
        {{99'994, 100'000}, "0.9999"},
        {{most - 1, most}, "1.0"},
        {{1, most}, "0.0"},
        {{1, 10'000}, "0.0001"},
        {{12'345, 100'000}, "0.1235"},  // a double makes this 0.1234
        {{10'005, 100'000}, "0.1001"},
    };
    for (const auto& [ratio, text] : cases)
        EXPECT_EQ(to_string(rate(ratio)), text);
}

TEST(Decimal, RatesOfNoNumberAreNull) {
    EXPECT_EQ(shown(rate(0.25)), "0.25");
    EXPECT_EQ(shown(rate(0.0)), "0.0");
    EXPECT_EQ(shown(rate(1.0)), "1.0");
    EXPECT_EQ(shown(rate(std::nan(""))), "null");
    EXPECT_EQ(shown(rate(HUGE_VAL)), "null");
    EXPECT_EQ(shown(rate(-0.5)), "null");
}

TEST(Decimal, SecondsKeepEveryMicrosecond) {
    EXPECT_EQ(to_string(seconds(Micros{0})), "0.0");
    EXPECT_EQ(to_string(seconds(Micros{1})), "0.000001");
    EXPECT_EQ(to_string(seconds(Micros{1'500'000})), "1.5");
    EXPECT_EQ(to_string(seconds(Micros{-2'000'001})), "-2.000001");
}

TEST(Decimal, MillisecondsKeepEveryMicrosecond) {
    const std::pair<std::int64_t, const char*> cases[] = {
        {0, "0.0"},
        {1, "0.001"},
        {10, "0.01"},
        {100, "0.1"},
        {1000, "1.0"},
        {1234, "1.234"},
        {1'000'000, "1000.0"},
        {-1, "-0.001"},
        {-1500, "-1.5"},
        {std::numeric_limits<std::int64_t>::max(), "9223372036854775.807"},
        {std::numeric_limits<std::int64_t>::min(), "-9223372036854775.808"},
    };
    for (const auto& [micros, text] : cases)
        EXPECT_EQ(to_string(milliseconds(Micros{micros})), text);
}

TEST(Decimal, MeansAreRoundedOnceFromTheSum) {
    EXPECT_EQ(shown(milliseconds(Mean{1, 2})), "0.001");  // 0.5 us
    EXPECT_EQ(shown(milliseconds(Mean{1, 3})), "0.0");
    EXPECT_EQ(shown(milliseconds(Mean{2, 3})), "0.001");
    EXPECT_EQ(shown(milliseconds(Mean{999'999'999, 1000})), "1000.0");
    EXPECT_EQ(shown(milliseconds(Mean{0, 0})), "null");
    EXPECT_EQ(shown(milliseconds(Mean{-5, 1})), "null");
}

TEST(Decimal, PerSecondHasSixDecimalsAndNoExponent) {
    const std::pair<Quota, const char*> cases[] = {
        {{10, 60}, "0.166667"},
        {{100, 1}, "100.0"},
        {{1, 86'400}, "0.000012"},
        {{1, 2'000'000}, "0.000001"},  // 0.0000005
        {{1, 2'000'001}, "0.0"},
        {{0, 60}, "0.0"},
        {{most, 1}, "18446744073709551615.0"},
        {{5, 0}, "null"},
    };
    for (const auto& [quota, text] : cases)
        EXPECT_EQ(shown(per_second(quota)), text);
}

TEST(Decimal, NegativeZeroHasNoSign) {
    EXPECT_EQ(to_string(Decimal{true, 0, 0, 3}), "0.0");
    EXPECT_EQ(to_string(Decimal{true, 0, 1, 3}), "-0.001");
    EXPECT_EQ(to_string(Decimal{true, 1, 0, 3}), "-1.0");
}

TEST(Decimal, IsTheNearestOfItsPlaces) {
    for (std::uint64_t divisor = 1; divisor <= 300; ++divisor) {
        for (std::uint64_t part = 0; part <= 2 * divisor; ++part) {
            const Decimal decimal = quotient(part, divisor, 2);
            // |scaled / 100 - part / divisor| <= 1 / 200, and half goes up
            const auto scaled = static_cast<std::int64_t>(decimal.whole * 100 + decimal.fraction);
            const auto twice_off =
                2 * (scaled * static_cast<std::int64_t>(divisor) - static_cast<std::int64_t>(part) * 100);
            ASSERT_LE(twice_off, static_cast<std::int64_t>(divisor));
            ASSERT_GT(twice_off, -static_cast<std::int64_t>(divisor));
            ASSERT_LT(decimal.fraction, 100u);
        }
    }
}

TEST(Decimal, IsReadBackExactly) {
    struct Case {
        const char* number;
        unsigned places;
        std::optional<std::uint64_t> scaled;
    };
    const Case cases[] = {
        {"0", 3, 0},
        {"0.0", 6, 0},
        {"12.345", 3, 12'345},
        {"1", 3, 1000},
        {"0.001", 3, 1},
        {"0.0004", 3, 0},
        {"0.0005", 3, 1},
        {"9.9996", 3, 10'000},
        {"1.5e1", 2, 1500},
        {"1.5E+1", 2, 1500},
        {"1.2e-05", 6, 12},
        {"1e-1", 0, 0},
        {"5e-1", 0, 1},
        {"1e-99999999999999999999", 3, 0},
        {"0e99999999999999999999", 3, 0},
        {"999999999999.333333", 6, 999'999'999'999'333'333},
        {"18446744073709551615", 0, std::numeric_limits<std::uint64_t>::max()},
        {"18446744073709551615.5", 0, std::nullopt},
        {"18446744073709551616", 0, std::nullopt},
        {"18446744073709551615", 1, std::nullopt},
        {"1e99999999999999999999", 3, std::nullopt},
        {"-1", 3, std::nullopt},
        {"-0", 3, std::nullopt},
    };
    for (const Case& one : cases)
        EXPECT_EQ(scaled(one.number, one.places), one.scaled) << one.number;
    for (const std::uint64_t micros : {0U, 1U, 10U, 999U, 1000U, 1001U, 4'000'000'000U}) {
        EXPECT_EQ(scaled(to_string(milliseconds(Micros{static_cast<std::int64_t>(micros)})), 3), micros);
    }
}

}  // namespace
}  // namespace outrider
