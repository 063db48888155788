#include "outrider/stats/percentile.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace outrider {
namespace {

std::vector<int> from_to(int first, int last) {
    std::vector<int> values(static_cast<std::size_t>(last - first + 1));
    std::iota(values.begin(), values.end(), first);
    return values;
}

struct Case {
    std::vector<int> values;
    std::size_t percent;
    int expected;
};

TEST(NearestRank, TakesTheSmallestValueThatCoversTheShare) {
    std::vector<int> one_outlier(1000, 1);
    one_outlier.push_back(10'000'000);
    const Case cases[] = {
        {{10, 20, 30}, 99, 30},
        {{10, 20, 30}, 50, 20},
        {from_to(0, 19), 95, 18},  // not the largest
        {from_to(0, 19), 96, 19},
        {from_to(1, 100), 99, 99},
        {from_to(1, 100), 100, 100},
        {from_to(1, 100), 1, 1},
        {from_to(1, 100), 50, 50},
        {from_to(1, 101), 50, 51},
        {from_to(1, 101), 99, 100},
        {{7}, 1, 7},
        {{7}, 50, 7},
        {{7}, 99, 7},
        {{1, 2}, 50, 1},
        {{1, 2}, 51, 2},
        {one_outlier, 99, 1},
        {one_outlier, 100, 10'000'000},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(nearest_rank(c.values, c.percent), c.expected)
            << c.values.size() << " values, p" << c.percent;
    }
}

TEST(NearestRank, AgreesWithItsDefinition) {
    for (int size = 1; size <= 250; ++size) {
        const std::vector<int> values = from_to(1, size);
        for (std::size_t percent = 1; percent <= 100; ++percent) {
            const int value = nearest_rank(values, percent);
            // `value` of them do not exceed it: that covers the share, and one fewer does not.
            ASSERT_GE(value * 100, static_cast<int>(percent) * size);
            ASSERT_LT((value - 1) * 100, static_cast<int>(percent) * size);
        }
    }
}

}  // namespace
}  // namespace outrider
