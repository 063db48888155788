#include "outrider/plan/environment.hpp"

#include <gtest/gtest.h>

#include <array>

namespace outrider {
namespace {

TEST(ReadEnvironment, SplitsAtTheFirstEqualsAndKeepsTheFirstOfEqualNames) {
    const std::array<const char*, 5> block{"A=1=2", "B=", "A=3", "nonsense", nullptr};
    const Environment environment = read_environment(block.data());
    EXPECT_EQ(environment, (Environment{{"A", "1=2"}, {"B", ""}}));
    EXPECT_TRUE(read_environment(nullptr).empty());
}

TEST(FindVariable, TakesAnEmptyOneForUnset) {
    const Environment environment{{"A", "1"}, {"B", ""}};
    ASSERT_NE(find_variable(environment, "A"), nullptr);
    EXPECT_EQ(*find_variable(environment, "A"), "1");
    EXPECT_EQ(find_variable(environment, "B"), nullptr);
    EXPECT_EQ(find_variable(environment, "C"), nullptr);
}

}  // namespace
}  // namespace outrider
