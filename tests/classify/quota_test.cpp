#include "classify/quota.hpp"

#include "classify/field_members.hpp"
#include "classify/http_date.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace outrider {
namespace {

const WallTime nine = *parse_http_date("Tue, 01 Dec 2026 09:00:00 GMT", WallTime{});

struct Case {
    const char* what;
    Headers headers;
    bool spent = false;
    std::optional<std::uint32_t> wait_s = {};
    std::optional<std::pair<std::uint64_t, std::uint64_t>> quota = {};
    bool ignored = false;
};

TEST(Quota, IsReadFromEveryKindOfField) {
    const Case cases[] = {
        {"nothing", {{"Content-Type", "text/html"}}},
        {"draft 03",
         {{"RateLimit-Limit", "100, 100;w=60"}, {"RateLimit-Remaining", "0"}, {"RateLimit-Reset", "50"}},
         true,
         50,
         {{100, 60}}},
        {"draft 06",
         {{"RateLimit-Limit", "100"},
          {"RateLimit-Policy", "100;w=60, 5000;w=86400;burst=0;comment=\"a, b;c\""},
          {"RateLimit-Remaining", "12"},
          {"RateLimit-Reset", "50"}},
         false,
         {},
         {{5000, 86400}}},
        {"draft 07",
         {{"RateLimit", "limit=10, remaining=0, reset=48"}, {"RateLimit-Policy", "10;w=60"}},
         true,
         48,
         {{10, 60}}},
        {"draft 10",
         {{"RateLimit", "\"burst\";r=0;t=17"},
          {"RateLimit-Policy", "\"burst\";q=100;w=60,\"daily\";q=1000;w=86400"}},
         true,
         17,
         {{1000, 86400}}},
        {"several windows",
         {{"RateLimit", "\"100-in-15min\"; r=97; t=832, \"3000-in-30days\";  r=0; t=2517"}},
         true,
         2517},
        {"fields that repeat", {{"RateLimit", "\"a\";r=0;t=5"}, {"RateLimit", "\"b\";r=0;t=9"}}, true, 9},
        {"a token for a name",
         {{"RateLimit", "quota;r=0;t=4"}, {"RateLimit-Policy", "quota;q=2;w=1"}},
         true,
         4,
         {{2, 1}}},
        {"a policy of bytes", {{"RateLimit-Policy", "\"a\";q=9;w=60;qu=\"content-bytes\""}}},
        {"a policy without a window", {{"RateLimit-Policy", "\"a\";q=9"}}},
        {"a policy that allows nothing", {{"RateLimit-Policy", "\"a\";q=0;w=60"}}},
        {"GitHub",
         {{"x-ratelimit-limit", "60"},
          {"x-ratelimit-remaining", "0"},
          {"x-ratelimit-used", "60"},
          {"x-ratelimit-reset", "1796116200"},
          {"x-ratelimit-resource", "core"}},
         true,
         600},
        {"Twitter",
         {{"x-rate-limit-limit", "900"},
          {"x-rate-limit-remaining", "0"},
          {"x-rate-limit-reset", "1796115900"}},
         true,
         300},
        {"Reddit",
         {{"X-Ratelimit-Used", "600"}, {"X-Ratelimit-Remaining", "0.0"}, {"X-Ratelimit-Reset", "254"}},
         true,
         254},
        {"GitLab",
         {{"RateLimit-Observed", "67"}, {"RateLimit-Remaining", "0"}, {"RateLimit-Reset", "1796115660"}},
         true,
         60},
        {"Vimeo",
         {{"X-RateLimit-Remaining", "0"}, {"X-RateLimit-Reset", "2026-12-01T09:00:45+00:00"}},
         true,
         45},
        {"Akamai",
         {{"X-RateLimit-Remaining", "0"}, {"X-RateLimit-Next", "2026-12-01T09:00:10.000Z"}},
         true,
         10},
        {"MailerLite", {{"X-RateLimit-Remaining", "0"}, {"X-RateLimit-Retry-After", "59"}}, true, 59},
        {"Discord",
         {{"X-RateLimit-Remaining", "0"},
          {"X-RateLimit-Reset-After", "1.25"},
          {"X-RateLimit-Bucket", "abcd"},
          {"X-RateLimit-Scope", "user"},
          {"X-RateLimit-Global", "true"}},
         true,
         2},
        {"Kong",
         {{"X-RateLimit-Limit-Minute", "30"},
          {"X-RateLimit-Remaining-Minute", "0"},
          {"X-RateLimit-Limit-Hour", "600"},
          {"X-RateLimit-Remaining-Hour", "12"}},
         true,
         {},
         {{600, 3600}}},
        {"OpenDota", {{"x-rate-limit-remaining-minute", "0"}, {"x-rate-limit-remaining-day", "1800"}}, true},
        {"Shopify", {{"X-Shopify-Shop-Api-Call-Limit", "40/40"}}, true},
        {"Shopify with some left", {{"X-Shopify-Shop-Api-Call-Limit", "39/40"}}},
        {"OpenAI",
         {{"x-ratelimit-limit-requests", "60"},
          {"x-ratelimit-remaining-requests", "0"},
          {"x-ratelimit-reset-requests", "1s"},
          {"x-ratelimit-remaining-tokens", "149984"},
          {"x-ratelimit-reset-tokens", "6m30s"}},
         true,
         1},
        {"in milliseconds", {{"x-ratelimit-remaining-requests", "0"}, {"retry-after-ms", "1250"}}, true, 2},
        {"under its older name", {{"x-ratelimit-remaining", "0"}, {"X-Retry-After", "17"}}, true, 17},
        {"Anthropic",
         {{"anthropic-ratelimit-requests-remaining", "0"},
          {"anthropic-ratelimit-requests-reset", "2026-12-01T09:00:20Z"},
          {"anthropic-ratelimit-tokens-remaining", "5000"},
          {"anthropic-ratelimit-tokens-reset", "2026-12-01T09:09:00Z"}},
         true,
         20},
        {"Zendesk", {{"X-Rate-Limit", "700"}, {"X-Rate-Limit-Remaining", "699"}}},
        {"Docker",
         {{"ratelimit-limit", "100;w=21600"}, {"ratelimit-remaining", "0;w=21600"}},
         true,
         {},
         {{100, 21600}}},
        {"a cached answer", {{"Age", "20"}, {"X-RateLimit-Remaining", "0"}, {"X-RateLimit-Reset", "9"}}},
        {"a fresh one", {{"Age", "0"}, {"X-RateLimit-Remaining", "0"}}, true},
        {"another name", {{"X-Remaining", "0"}, {"Rate-Card", "0"}}},
        {"a negative rest", {{"X-RateLimit-Remaining", "-1"}}, false, {}, {}, true},
        {"a reset of forty years",
         {{"X-RateLimit-Remaining", "0"}, {"X-RateLimit-Reset", "1372700873"}},
         true,
         {},
         {},
         true},
        {"words", {{"X-RateLimit-Remaining", "none"}, {"RateLimit", "soon"}}, false, {}, {}, true},
        {"a number too large", {{"X-RateLimit-Remaining", "99999999999999999999"}}, false, {}, {}, true},
        {"a good member beside a bad one", {{"RateLimit", "\"a\";r=x, \"b\";r=0;t=5"}}, true, 5, {}, true},
        {"a good pair beside a bad one", {{"RateLimit", "remaining=0, reset=soon"}}, true, {}, {}, true},
        {"a good pair beside an unknown one", {{"RateLimit", "remaining=0, reset=5, unit=hits"}}, true, 5},
        {"a good policy beside a bad one",
         {{"RateLimit-Policy", "\"a\";q=some;w=1, \"b\";q=10;w=60"}},
         false,
         {},
         {{10, 60}},
         true},
        {"a good rest beside a bad one", {{"RateLimit-Remaining", "some, 0"}}, true, {}, {}, true},
        {"a limit in force beside a bad policy",
         {{"X-RateLimit-Limit-Minute", "30, some;w=60"}},
         false,
         {},
         {{30, 60}},
         true},
        {"broken quotes", {{"RateLimit", "\"a;r=0;t=5"}}, false, {}, {}, true},
    };
    for (const Case& each : cases) {
        const QuotaReading reading = read_quota(each.headers, nine, false);
        EXPECT_EQ(!reading.spent.empty(), each.spent) << each.what;
        EXPECT_EQ(reading.wait_s, each.wait_s) << each.what;
        EXPECT_EQ(reading.quota.has_value(), each.quota.has_value()) << each.what;
        if (reading.quota && each.quota) {
            EXPECT_EQ(std::pair(reading.quota->requests, reading.quota->window_s), *each.quota) << each.what;
        }
        EXPECT_EQ(!reading.ignored.empty(), each.ignored) << each.what << ": " << reading.ignored;
    }
}

TEST(Quota, OfARefusalWithoutARestIsTakenToBeSpent) {
    const Headers headers{{"X-RateLimit-Limit", "600"}, {"X-RateLimit-Reset", "30"}};
    EXPECT_EQ(read_quota(headers, nine, false).wait_s, std::nullopt);
    EXPECT_EQ(read_quota(headers, nine, true).wait_s, 30u);
    const Headers left{{"X-RateLimit-Remaining", "5"}, {"X-RateLimit-Reset", "30"}};
    EXPECT_EQ(read_quota(left, nine, true).wait_s, std::nullopt);
}

TEST(Quota, NamesTheFieldThatTells) {
    const QuotaReading reading =
        read_quota({{"X-RateLimit-Remaining", "0"}, {"X-RateLimit-Reset", "30"}}, nine, false);
    EXPECT_EQ(reading.spent, "X-RateLimit-Remaining: 0");
    EXPECT_EQ(reading.wait_raw, "30");
}

TEST(FieldMembers, AreSplitOutsideQuotes) {
    const auto members = parse_members(" \"a,b;c\" ; q=1 ; d=\"x,y\" , 10;w=60 , k=v, ,");
    ASSERT_EQ(members.size(), 3u);
    EXPECT_EQ(members[0].name, "a,b;c");
    EXPECT_EQ(members[0].parameter("Q"), "1");
    EXPECT_EQ(members[0].parameter("d"), "x,y");
    EXPECT_EQ(members[0].parameter("w"), std::nullopt);
    EXPECT_EQ(members[1].name, "10");
    EXPECT_EQ(members[1].parameter("w"), "60");
    EXPECT_EQ(members[2].name, "k");
    EXPECT_EQ(members[2].value, "v");
    EXPECT_EQ(parse_members("").size(), 0u);
    EXPECT_EQ(parse_members("\"a\\\"b,c").size(), 1u);
    EXPECT_EQ(parse_members("\"a\\").size(), 1u);
}

}  // namespace
}  // namespace outrider
