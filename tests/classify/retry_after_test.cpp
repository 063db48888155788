#include "classify/retry_after.hpp"

#include "classify/http_date.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

const WallTime nine = *parse_http_date("Tue, 01 Dec 2026 09:00:00 GMT", WallTime{});

RetryAfter read(std::vector<std::string> values) {
    Headers headers;
    for (std::string& value : values)
        headers.push_back({"retry-AFTER", std::move(value)});
    return read_retry_after(headers, nine);
}

struct Case {
    std::vector<std::string> values;
    std::optional<std::uint32_t> wait_s;
    std::string ignored = {};
};

TEST(RetryAfter, ReadsWhatIsSent) {
    const Case cases[] = {
        {{}, std::nullopt},
        {{"120"}, 120},
        {{"0"}, 0},
        {{"000000000007"}, 7},
        {{"2.0"}, 2},
        {{"0.493"}, 1},
        {{"59.001"}, 60},
        {{"3600"}, 3600},
        {{"3601"}, 3600},
        {{"86400"}, 3600},
        {{"9999999999"}, 3600},
        {{"9223372036854775808"}, 3600},
        {{std::string(400, '9')}, 3600},
        {{"Tue, 01 Dec 2026 09:02:00 GMT"}, 120},
        {{"Tuesday, 01-Dec-26 09:02:00 GMT"}, 120},
        {{"Tue Dec  1 09:02:00 2026"}, 120},
        {{"Tue, 01 Dec 2026 08:00:00 GMT"}, 0},
        {{"Thu, 01 Jan 1970 00:00:00 GMT"}, 0},
        {{"Fri, 31 Dec 9999 23:59:59 GMT"}, 3600},
        {{"soon"}, std::nullopt, "soon"},
        {{"-5"}, std::nullopt, "-5"},
        {{"+5"}, std::nullopt, "+5"},
        {{"1m0s"}, std::nullopt, "1m0s"},
        {{"1e3"}, std::nullopt, "1e3"},
        {{"5."}, std::nullopt, "5."},
        {{".5"}, std::nullopt, ".5"},
        {{"1.2.3"}, std::nullopt, "1.2.3"},
        {{"0x10"}, std::nullopt, "0x10"},
        {{"Fri, 31 Dec 99999 23:59:59 GMT"}, std::nullopt, "Fri, 31 Dec 99999 23:59:59 GMT"},
    };
    for (const Case& each : cases) {
        const RetryAfter result = read(each.values);
        EXPECT_EQ(result.wait_s, each.wait_s) << testing::PrintToString(each.values);
    }
}

TEST(RetryAfter, TakesTheLargestOfSeveralThatParses) {
    EXPECT_EQ(read({"30", "120", "60"}).wait_s, 120);
    EXPECT_EQ(read({"30, 120"}).wait_s, 120);
    EXPECT_EQ(read({"soon", "7"}).wait_s, 7);
    EXPECT_EQ(read({"7, Tue, 01 Dec 2026 09:02:00 GMT, 60"}).wait_s, 120);
    EXPECT_EQ(read({"Tue, 01 Dec 2026 09:02:00 GMT,Tue, 01 Dec 2026 09:03:00 GMT"}).wait_s, 180);
}

TEST(RetryAfter, KeepsTheTextAndNamesWhatItIgnores) {
    const RetryAfter result = read({"soon, 7", "later"});
    EXPECT_EQ(result.raw, "soon, 7, later");
    EXPECT_EQ(result.ignored, "soon, later");
    EXPECT_EQ(read({"-5"}).ignored, "-5");
}

TEST(RetryAfter, RoundsAnArrivalWithinASecondUp) {
    const Headers headers{{"Retry-After", "Tue, 01 Dec 2026 09:02:00 GMT"}};
    EXPECT_EQ(read_retry_after(headers, nine - Micros(1)).wait_s, 121);
    EXPECT_EQ(read_retry_after(headers, nine + Micros(1)).wait_s, 120);
}

TEST(RetryAfter, CountsFromTheAnswersOwnDateWhereItParses) {
    const WallTime hour_off = nine + std::chrono::hours(1);
    EXPECT_EQ(clock_of({{"date", "Tue, 01 Dec 2026 09:00:00 GMT"}}, hour_off), nine);
    EXPECT_EQ(clock_of({{"date", "yesterday"}}, hour_off), hour_off);
    EXPECT_EQ(clock_of({}, hour_off), hour_off);
}

}  // namespace
}  // namespace outrider
