#include "plan/random.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace outrider {
namespace {

// The reference implementation's first numbers.
TEST(Random, IsSplitMix64) {
    Random random(1234567);
    EXPECT_EQ(random.next(), 6457827717110365317u);
    EXPECT_EQ(random.next(), 3203168211198807973u);
    EXPECT_EQ(random.next(), 9817491932198370423u);
}

TEST(Random, StaysBelowItsBoundAndReachesAllOfIt) {
    Random random(0);
    std::array<int, 7> counts{};
    for (int i = 0; i < 70'000; ++i)
        ++counts.at(random.below(7));
    for (const int count : counts)
        EXPECT_NEAR(count, 10'000, 500);
    EXPECT_EQ(random.below(1), 0u);
}

TEST(Shuffle, IsThePermutationOfItsSeed) {
    std::vector<int> items(10);
    std::iota(items.begin(), items.end(), 0);
    std::vector<int> same = items;
    std::vector<int> other = items;
    Random a(7);
    Random b(7);
    Random c(8);
    shuffle(items, a);
    shuffle(same, b);
    shuffle(other, c);
    EXPECT_EQ(items, same);
    EXPECT_NE(items, other);
    EXPECT_TRUE(std::is_permutation(items.begin(), items.end(), other.begin()));
    // Pinned: it must never change, or shards of different builds would not fit together.
    EXPECT_THAT(items, testing::ElementsAre(8, 1, 5, 9, 0, 4, 3, 2, 6, 7));
}

}  // namespace
}  // namespace outrider
