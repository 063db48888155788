#include "outrider/stats/interval.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

TEST(ShareInterval, OfAnEndlessPoolIsWilsons) {
    // Worked by hand from the formula with z = 1.959964.
    const Interval half = share_interval(5, 10, std::nullopt);
    EXPECT_NEAR(half.low, 0.236593, 1e-6);
    EXPECT_NEAR(half.high, 0.763407, 1e-6);
    EXPECT_NEAR(share_interval(1, 20, std::nullopt).low, 0.008881, 1e-6);
    const Interval most = share_interval(9, 10, std::nullopt);
    EXPECT_NEAR(most.low, 0.595850, 1e-6);
    EXPECT_NEAR(most.high, 0.982124, 1e-6);
}

TEST(ShareInterval, ExtremesStayWithinBounds) {
    const Interval none = share_interval(0, 10, std::nullopt);
    EXPECT_EQ(none.low, 0.0);
    EXPECT_NEAR(none.high, 0.277533, 1e-6);
    const Interval all = share_interval(10, 10, std::nullopt);
    EXPECT_NEAR(all.low, 0.722467, 1e-6);
    EXPECT_EQ(all.high, 1.0);
}

TEST(ShareInterval, TheWholeOfAPoolLeavesNoDoubt) {
    const Interval whole = share_interval(3, 4, 4);
    EXPECT_EQ(whole.low, 0.75);
    EXPECT_EQ(whole.high, 0.75);
    const Interval one = share_interval(1, 1, 1);
    EXPECT_EQ(one.low, 1.0);
}

TEST(ShareInterval, AFinitePoolCountsForMore) {
    // 50 of 100 are as good as 50 * 99 / 50 = 99 of an endless pool.
    const Interval finite = share_interval(25, 50, 100);
    EXPECT_NEAR(finite.low, 0.403365, 1e-6);
    EXPECT_NEAR(finite.high, 0.596635, 1e-6);
}

TEST(ShareInterval, HoldsTheShareAndNarrowsAsMoreAreTested) {
    for (std::uint64_t pool = 1; pool <= 40; ++pool) {
        for (std::uint64_t tested = 1; tested <= pool; ++tested) {
            for (std::uint64_t usable = 0; usable <= tested; ++usable) {
                const double share = static_cast<double>(usable) / static_cast<double>(tested);
                const Interval interval = share_interval(usable, tested, pool);
                ASSERT_LE(0.0, interval.low);
                ASSERT_LE(interval.low, share);
                ASSERT_LE(share, interval.high);
                ASSERT_LE(interval.high, 1.0);
                const Interval endless = share_interval(usable, tested, std::nullopt);
                ASSERT_LE(endless.low, interval.low + 1e-12);
                ASSERT_GE(endless.high, interval.high - 1e-12);
            }
        }
    }
}

}  // namespace
}  // namespace outrider
