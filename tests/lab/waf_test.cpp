#include "lab/waf.hpp"

#include "lab/test_client.hpp"

#include <gtest/gtest.h>

namespace outrider::lab {
namespace {

TEST(Waf, treats_addresses_by_their_standing) {
    Waf waf;
    waf.set_standing("banned", Standing::banned);
    waf.set_standing("challenged", Standing::challenged);
    waf.set_standing("over", Standing::over_quota);
    EXPECT_FALSE(waf.judge("other", ""));
    EXPECT_EQ(waf.judge("banned", "")->status, 403);
    EXPECT_EQ(waf.judge("over", "")->status, 429);
    EXPECT_EQ(waf.judge("challenged", "")->status, 403);
    EXPECT_EQ(waf.judge("challenged", "aws")->status, 202);
    EXPECT_EQ(waf.judge("challenged", "aws-captcha")->status, 405);
    EXPECT_EQ(waf.judge("challenged", "vercel")->status, 429);
    EXPECT_EQ(waf.count(Standing::welcome), 1u);
    EXPECT_EQ(waf.count(Standing::challenged), 4u);
    EXPECT_EQ(waf.count(Standing::banned), 1u);
}

TEST(Waf, loses_its_patience_with_each_address_on_its_own) {
    Waf waf;
    waf.set_patience(2, 3);
    EXPECT_FALSE(waf.judge("a", ""));
    EXPECT_FALSE(waf.judge("a", ""));
    EXPECT_TRUE(waf.judge("a", ""));
    EXPECT_EQ(waf.count(Standing::challenged), 1u);
    EXPECT_TRUE(waf.judge("a", ""));
    EXPECT_EQ(waf.count(Standing::banned), 1u);
    EXPECT_FALSE(waf.judge("b", ""));
}

TEST(Waf, stands_before_the_pages_of_the_origin) {
    LabOptions options;
    options.scenario = {{"waf", {{"127.9.0.1", "banned"}, {"127.9.0.2", "challenged"}}}};
    const RunningLab lab(options);
    EXPECT_EQ(get(lab.address("origin"), "/waf/status/201").status, 201);
    EXPECT_EQ(get(lab.address("origin"), "/waf").status, 200);
    EXPECT_EQ(get(lab.address("origin"), "/waf/status/201", "127.9.0.1").status, 403);
    EXPECT_EQ(get(lab.address("origin"), "/status/201", "127.9.0.1").status, 201);
    EXPECT_EQ(get(lab.address("origin"), "/waf", "127.9.0.2").field("cf-mitigated"), "challenge");
    EXPECT_EQ(lab.page("stats")["waf"].dump(), R"({"banned":1,"challenged":1,"over_quota":0,"welcome":2})");
}

}  // namespace
}  // namespace outrider::lab
