#include "outrider/probe/capacity.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

TEST(Capacity, is_what_is_planned_where_there_is_room) {
    EXPECT_EQ(capacity(Settings{}, 3, 20'000).concurrency, 3u);
    EXPECT_EQ(capacity(Settings{}, 0, 20'000).concurrency, 1u);
}

TEST(Capacity, a_number_holds_and_is_lowered_with_a_warning_only_where_descriptors_are_short) {
    Settings settings;
    settings.concurrency = 500;
    EXPECT_EQ(capacity(settings, 10'000, 20'000).concurrency, 500u);
    EXPECT_TRUE(capacity(settings, 10'000, 20'000).warning.empty());

    const Capacity lowered = capacity(settings, 10'000, 100);
    EXPECT_EQ(lowered.concurrency, 68u);
    EXPECT_NE(lowered.warning.find("lowered to 68"), std::string::npos);
    EXPECT_TRUE(capacity(settings, 10, 100).warning.empty()) << "more than is planned was never needed";
}

TEST(Capacity, automatic_is_lowered_silently_and_never_to_nothing) {
    const Capacity lowered = capacity(Settings{}, 10'000, 64);
    EXPECT_EQ(lowered.concurrency, 32u);
    EXPECT_TRUE(lowered.warning.empty());
    EXPECT_EQ(capacity(Settings{}, 10'000, 1).concurrency, 1u);
}

}  // namespace
}  // namespace outrider
