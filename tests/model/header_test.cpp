#include "outrider/model/header.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace outrider {
namespace {

TEST(Headers, AreFoundInAnyCaseAndInOrder) {
    const Headers headers{{"Via", "a"}, {"ETag", "b"}, {"via", "c"}};
    ASSERT_NE(find_header(headers, "VIA"), nullptr);
    EXPECT_EQ(*find_header(headers, "VIA"), "a");
    EXPECT_EQ(find_header(headers, "Vi"), nullptr);
    EXPECT_THAT(header_values(headers, "vIa"), testing::ElementsAre("a", "c"));
    EXPECT_THAT(header_values(headers, "x"), testing::IsEmpty());
}

TEST(Headers, CompareAsciiLettersOnlyWithoutCase) {
    EXPECT_TRUE(iequals("", ""));
    EXPECT_TRUE(iequals("aZ-9", "Az-9"));
    EXPECT_FALSE(iequals("a", "ab"));
    EXPECT_FALSE(iequals("@[", "`{"));
    EXPECT_FALSE(iequals("\xC4", "\xE4"));
    EXPECT_EQ(to_lower("A-Z\xC4@["), "a-z\xC4@[");
}

TEST(Headers, SomeHoldSecrets) {
    for (const char* name : {"Authorization", "PROXY-AUTHORIZATION", "cookie"})
        EXPECT_TRUE(is_secret_header(name)) << name;
    for (const char* name : {"", "Accept", "X-Authorization", "Set-Cookie"})
        EXPECT_FALSE(is_secret_header(name)) << name;
}

}  // namespace
}  // namespace outrider
