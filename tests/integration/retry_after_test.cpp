// Retry-After in all its forms, and the backoff that follows (contract, section 7; field cases section 8).
#include "cases.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

namespace integration {
namespace {

const std::string answered_at = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n";

struct Wait {
    const char* name;
    std::string fields;
    const char* seconds;  ///< retry_after_s as JSON
};

class RetryAfter : public ::testing::TestWithParam<Wait> {};

TEST_P(RetryAfter, OnAThrottledAnswer) {
    const ScriptedServer server(answer(response(429, GetParam().fields)));
    const Report report = probe({server.url()});
    EXPECT_EQ(report.verdict(), "rate_limited/-/target");
    EXPECT_EQ(report.text("/results/0/retry_after_s"), GetParam().seconds) << report.result();
}

const Wait waits[] = {
    {"seconds", "Retry-After: 120\r\n", "120"},
    {"name_in_capitals", "RETRY-AFTER: 120\r\n", "120"},
    {"zero", "Retry-After: 0\r\n", "0"},
    {"fraction_rounds_up", "Retry-After: 0.493\r\n", "1"},
    {"over_the_cap", "Retry-After: 86400\r\n", "3600"},
    {"huge", "Retry-After: 9999999999\r\n", "3600"},
    {"beyond_int64", "Retry-After: 9223372036854775808\r\n", "3600"},
    {"four_hundred_digits", "Retry-After: " + std::string(400, '9') + "\r\n", "3600"},
    {"words", "Retry-After: 1m0s\r\n", "null"},
    {"negative", "Retry-After: -5\r\n", "null"},
    {"year_of_five_digits", "Retry-After: Fri, 31 Dec 99999 23:59:59 GMT\r\n", "null"},
    {"empty", "Retry-After: \r\n", "null"},
    {"date", answered_at + "Retry-After: Sun, 06 Nov 1994 08:51:37 GMT\r\n", "120"},
    {"date_of_rfc_850", answered_at + "Retry-After: Sunday, 06-Nov-94 08:51:37 GMT\r\n", "120"},
    {"date_of_asctime", answered_at + "Retry-After: Sun Nov  6 08:51:37 1994\r\n", "120"},
    {"date_gone_by", answered_at + "Retry-After: Sun, 06 Nov 1994 07:00:00 GMT\r\n", "0"},
    {"date_gone_by_on_our_clock", "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\n", "0"},
    {"several_fields", "Retry-After: 5\r\nRetry-After: 9\r\nRetry-After: 7\r\n", "9"},
    {"several_values", "Retry-After: 5, 9\r\n", "9"},
    {"good_beside_bad", "Retry-After: soon\r\nRetry-After: 4\r\n", "4"},
    {"none", "", "null"},
};
INSTANTIATE_TEST_SUITE_P(Forms, RetryAfter, ::testing::ValuesIn(waits), CaseName());

Report probe_one(const std::string& bytes) {
    const ScriptedServer server(answer(bytes));
    return probe({server.url()});
}

TEST(RetryAfterText, WhatDoesNotParseIsSaidInTheDetail) {
    const Report report = probe_one(response(429, "Retry-After: 1m0s\r\n"));
    EXPECT_THAT(report.result()["detail"].dump(), ::testing::HasSubstr("1m0s"));
}

TEST(RetryAfterText, TextOfAValueIsKept) {
    EXPECT_EQ(probe_one(response(429, "Retry-After: 86400\r\n")).text("/results/0/retry_after_raw"),
              R"("86400")");
}

TEST(RetryAfterText, MakesARefusalALimit) {
    EXPECT_EQ(probe_one(response(403, "Retry-After: 1\r\n")).verdict(), "rate_limited/-/target");
    EXPECT_EQ(probe_one(response(403, "Retry-After: 0\r\n")).verdict(), "banned/-/target");
    EXPECT_EQ(probe_one(response(403)).verdict(), "banned/-/target");
}

TEST(RetryAfterText, CountsOnA503AndNotOnA200) {
    const Report unavailable = probe_one(response(503, "Retry-After: 3\r\n"));
    EXPECT_EQ(unavailable.verdict(), "server_error/-/target");
    EXPECT_EQ(unavailable.text("/results/0/retry_after_s"), "3");
    EXPECT_EQ(probe_one(response(200, "Retry-After: 3\r\n")).text("/results/0/retry_after_s"), "null");
}

TEST(RetryAfterText, ADateCountsFromTheAnswersArrivalWhereItHasNone) {
    const std::time_t then = std::time(nullptr) + 120;
    char date[64];
    std::strftime(date, sizeof date, "Retry-After: %a, %d %b %Y %H:%M:%S GMT\r\n", std::gmtime(&then));
    const Report report = probe_one(response(429, date));
    EXPECT_LE(report.result()["retry_after_s"], 120);
    EXPECT_GE(report.result()["retry_after_s"], 110) << "some seconds may have gone by";
}

TEST(Backoff, AWaitThatWasAskedForIsNotUndercut) {
    const Report report = probe_one(response(429, "Retry-After: 7\r\n"));
    EXPECT_EQ(report.text("/backoff"),
              R"({"initial_delay_s":7,"max_delay_s":60,"max_retries":5,"multiplier":2,"jitter":"none",)"
              R"("basis":"retry_after","retry_after_s":7,"retry_after_raw":"7","delays_s":[7,14,28,56,60]})");
}

TEST(Backoff, RaisesTheCeilingWithTheFloor) {
    const Report report = probe_one(response(429, "Retry-After: 86400\r\n"));
    EXPECT_EQ(report.text("/backoff/delays_s"), "[3600,3600,3600,3600,3600]");
    EXPECT_EQ(report.text("/backoff/max_delay_s"), "3600");
}

TEST(Backoff, AShorterWaitThanTheFloorChangesTheJitterOnly) {
    const Report report = probe_one(response(429, "Retry-After: 2\r\n"));
    EXPECT_EQ(report.text("/backoff/initial_delay_s"), "5");
    EXPECT_EQ(report.text("/backoff/basis"), R"("state")");
    EXPECT_EQ(report.text("/backoff/jitter"), R"("none")");
}

TEST(Backoff, AZeroWaitIsNone) {
    const Report report = probe_one(response(429, "Retry-After: 0\r\n"));
    EXPECT_EQ(report.text("/backoff/retry_after_s"), "null");
    EXPECT_EQ(report.text("/backoff/jitter"), R"("full")");
}

TEST(Backoff, OneThrottleIsAsGoodAsTwenty) {
    const ScriptedServer server(answer(response(429, "Retry-After: 7\r\n")));
    std::vector<std::string> arguments;
    for (int i = 0; i < 20; ++i)
        arguments.push_back(server.url("/" + std::to_string(i)));
    const Report report = probe(arguments);
    EXPECT_EQ(report.text("/summary/throttle_count"), "20");
    EXPECT_EQ(report.text("/backoff/delays_s"), "[7,14,28,56,60]");
}

// Fast errors do not make the advice shorter.
TEST(Backoff, FastServerErrorsStillAskForTheFloor) {
    const ScriptedServer server(answer(response(503)));
    std::vector<std::string> arguments;
    for (int i = 0; i < 10; ++i)
        arguments.push_back(server.url("/" + std::to_string(i)));
    const Report report = probe(arguments);
    EXPECT_EQ(report.text("/diagnosis/state"), R"("CRITICAL")");
    EXPECT_EQ(report.text("/backoff/initial_delay_s"), "5");
}

TEST(Backoff, FollowsTheSlowestAnswers) {
    const ScriptedServer server([](Peer& peer) {
        peer.read_head();
        std::this_thread::sleep_for(std::chrono::milliseconds(2100));
        peer.send(response(200));
    });
    const Report report = probe({server.url(), "--degraded-latency", "10s", "--deadline", "30s"});
    EXPECT_EQ(report.text("/diagnosis/state"), R"("HEALTHY")");
    EXPECT_EQ(report.text("/backoff/initial_delay_s"), "2");
    EXPECT_EQ(report.text("/backoff/basis"), R"("latency")");
    EXPECT_EQ(report.text("/backoff/delays_s"), "[2,4]");
}

}  // namespace
}  // namespace integration
