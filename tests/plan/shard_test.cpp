#include "plan/shard.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace outrider {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(FindShard, IsTheOneThatIsNamed) {
    const auto shard = find_shard({2, 5}, {{"JOB_COMPLETION_INDEX", "4"}});
    ASSERT_TRUE(shard);
    EXPECT_EQ(shard->index, 2u);
    EXPECT_EQ(shard->count, 5u);
}

TEST(FindShard, OfAJobIsItsCompletionIndex) {
    for (const auto& [text, index] : {std::pair{"0", 0u}, {"4", 4u}, {"03", 3u}}) {
        const auto shard = find_shard({std::nullopt, 5}, {{"JOB_COMPLETION_INDEX", text}});
        ASSERT_TRUE(shard) << text;
        EXPECT_EQ(shard->index, index);
        EXPECT_EQ(shard->count, 5u);
    }
}

TEST(FindShard, OfAJobSaysWhatWouldBeRight) {
    const auto unset = find_shard({std::nullopt, 5}, {});
    ASSERT_FALSE(unset);
    EXPECT_THAT(unset.reason(),
                AllOf(HasSubstr("JOB_COMPLETION_INDEX"), HasSubstr("0 to 4"), HasSubstr("not set")));
    for (const char* text : {"", "5", "-1", "+1", "1.0", " 1", "1 ", "one", "4294967296", "0x1"}) {
        const auto shard = find_shard({std::nullopt, 5}, {{"JOB_COMPLETION_INDEX", text}});
        ASSERT_FALSE(shard) << text;
        EXPECT_THAT(shard.reason(), HasSubstr("0 to 4")) << text;
    }
    EXPECT_THAT(find_shard({std::nullopt, 5}, {{"JOB_COMPLETION_INDEX", "s3cret"}}).reason(),
                Not(HasSubstr("s3cret")));
}

}  // namespace
}  // namespace outrider
