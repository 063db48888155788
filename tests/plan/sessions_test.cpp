#include "plan/sessions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace outrider {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

using Users = std::vector<std::string>;

struct SessionCase {
    std::string user;
    Users users;
};

TEST(ExpandSessions, CountsUpEachRange) {
    const SessionCase cases[] = {
        {"", {""}},
        {"user", {"user"}},
        {"id-{1..3}", {"id-1", "id-2", "id-3"}},
        {"{9..11}x", {"9x", "10x", "11x"}},
        {"{7..7}", {"7"}},
        {"{0..1}", {"0", "1"}},
        {"{08..10}", {"08", "09", "10"}},
        {"{1..003}", {"001", "002", "003"}},
        {"{00..1}", {"00", "01"}},
        {"a{1..2}b{8..9}c", {"a1b8c", "a1b9c", "a2b8c", "a2b9c"}},
        {"{{1..2}}", {"{1}", "{2}"}},
        {"{999999999999999998..999999999999999999}", {"999999999999999998", "999999999999999999"}},
        // no ranges
        {"{}", {"{}"}},
        {"{1}", {"{1}"}},
        {"{1.2}", {"{1.2}"}},
        {"{1..3", {"{1..3"}},
        {"1..3}", {"1..3}"}},
        {"{a,b}", {"{a,b}"}},
        {"%7B1..3%7D", {"%7B1..3%7D"}},
    };
    for (const SessionCase& one : cases) {
        const auto users = expand_sessions(one.user, 10);
        ASSERT_TRUE(users) << one.user << ": " << users.reason();
        EXPECT_EQ(*users, one.users) << one.user;
    }
}

TEST(ExpandSessions, RefusesARangeThatIsNone) {
    for (const char* user : {"{3..1}", "{1..}", "{..3}", "{..}", "{a..c}", "{1...3}", "{-1..3}", "{+1..3}",
                             "{1..3..2}", "{ 1..3}", "{0..1000000000000000000}", "ok{1..2}{b..a}"}) {
        const auto users = expand_sessions(user, 10);
        ASSERT_FALSE(users) << user;
        EXPECT_THAT(users.reason(), HasSubstr("{FIRST..LAST}")) << user;
    }
    EXPECT_THAT(expand_sessions("s3cret{2..1}", 10).reason(), Not(HasSubstr("s3cret")));
}

TEST(ExpandSessions, IsBounded) {
    EXPECT_THAT(*expand_sessions("{1..10}", 10), SizeIs(10));
    EXPECT_THAT(*expand_sessions("{1..2}{1..5}", 10), SizeIs(10));
    for (const char* user : {"{1..11}", "{0..10}", "{1..2}{1..6}", "{0..999999999999999999}",
                             "{1..10}{0..999999999999999999}{0..999999999999999999}"}) {
        const auto users = expand_sessions(user, 10);
        ASSERT_FALSE(users) << user;
        EXPECT_THAT(users.reason(), HasSubstr("more than 100000 proxies")) << user;
    }
    EXPECT_FALSE(expand_sessions("{1..1}", 0));
    EXPECT_TRUE(expand_sessions("user", 0)) << "a user without ranges counts for nothing";
}

}  // namespace
}  // namespace outrider
