#include "outrider/stats/interval.hpp"
#include "stats/hypergeometric.hpp"

#include <gtest/gtest.h>

// How often the interval holds the truth, summed exactly over everything that a sample can find.

namespace outrider {
namespace {

using testing::chance;
using testing::KnownPool;

using Size = std::optional<std::uint64_t>;
constexpr std::uint64_t sizes[] = {3, 5, 10, 20, 50, 100, 200, 500, 1000};
constexpr int shares = 20;  // 5 % to 95 %

double coverage(const KnownPool& pool, std::uint64_t tested) {
    double covered = 0;
    for (std::uint64_t found = 0; found <= tested; ++found) {
        const Interval interval = share_interval(found, tested, pool.size);
        const bool holds = interval.low <= pool.true_share() && pool.true_share() <= interval.high;
        if (holds) covered += chance(pool, found, tested);
    }
    return covered;
}

// Over pools of this size with 5 % to 95 % usable.
double average_coverage(Size size, std::uint64_t tested) {
    double sum = 0;
    for (int i = 1; i < shares; ++i)
        sum += coverage({size, static_cast<double>(i) / shares}, tested);
    return sum / (shares - 1);
}

TEST(Coverage, ChancesAddUpToOne) {
    for (const Size size : {Size{20}, Size{10'000}, Size{}}) {
        double sum = 0;
        for (std::uint64_t found = 0; found <= 15; ++found)
            sum += chance({size, 0.3}, found, 15);
        EXPECT_NEAR(sum, 1, 1e-9);
    }
    EXPECT_NEAR(chance({20, 0.5}, 1, 2), 10.0 / 19, 1e-12);
    EXPECT_NEAR(chance({std::nullopt, 0.5}, 1, 2), 0.5, 1e-12);
}

TEST(Coverage, IsNinetyFivePercentOrNearIt) {
    double sum = 0;
    int count = 0;
    for (const Size size : {Size{20}, Size{50}, Size{100}, Size{500}, Size{1000}, Size{10'000}, Size{}}) {
        for (const std::uint64_t tested : sizes) {
            if (size && tested >= *size) continue;
            const double average = average_coverage(size, tested);
            sum += average;
            ++count;
            EXPECT_GE(average, 0.94) << tested << " of " << size.value_or(0);
            EXPECT_LE(average, 0.975) << tested << " of " << size.value_or(0) << ": wider than it need be";
        }
    }
    EXPECT_GE(sum / count, 0.95);
    EXPECT_LE(sum / count, 0.96);
}

TEST(Coverage, OfTheWholePoolIsFull) {
    for (const std::uint64_t size : sizes)
        EXPECT_NEAR(average_coverage(size, size), 1, 1e-9) << size;
}

}  // namespace
}  // namespace outrider
