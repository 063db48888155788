#include "report/scrapy_kind.hpp"

#include "report/hostile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

namespace outrider {
namespace {

using testing::add;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::run_over;
using testing::success;

std::string module(const RunRecord& run) {
    return testing::kind(testing::report_of(run), ReportKind::scrapy);
}

TEST(ScrapyKind, OfTheSeedExample) {
    EXPECT_EQ(testing::kind(testing::seed_example(), ReportKind::scrapy),
              R"(# Written by outrider. In settings.py, below your own: from outrider_settings import *
OUTRIDER_STATE = "CRITICAL"
OUTRIDER_ACTION = "halt"
OUTRIDER_REASONS = ["throttled", "success_rate"]
OUTRIDER_RUN = None
OUTRIDER_STARTED_AT = "2025-12-02T08:14:00.120Z"
OUTRIDER_SUCCESS_RATE = 0.6667
OUTRIDER_CONCURRENCY_FACTOR = 0.0
OUTRIDER_MAX_REQUESTS_PER_SECOND = None
OUTRIDER_USABLE_PROXIES = None
OUTRIDER_TESTED_PROXIES = None

RETRY_ENABLED = True
RETRY_TIMES = 5
AUTOTHROTTLE_ENABLED = True
AUTOTHROTTLE_START_DELAY = 5.0
AUTOTHROTTLE_MAX_DELAY = 60.0
)");
}

TEST(ScrapyKind, LeavesAutoThrottleToTheProjectWhereAllIsWell) {
    RunRecord run = run_over(1);
    add(run, success());
    EXPECT_THAT(module(run), Not(HasSubstr("AUTOTHROTTLE_ENABLED")));
    EXPECT_THAT(module(run), HasSubstr("OUTRIDER_REASONS = []\n"));
    EXPECT_THAT(module(run), Not(HasSubstr("DOWNLOAD_DELAY")));
}

TEST(ScrapyKind, AQuotaIsADelayThatNothingUndercuts) {
    RunRecord run = run_over(1);
    add(run, success().quota(3, 10));
    EXPECT_THAT(module(run), HasSubstr("DOWNLOAD_DELAY = 3.333333\nRANDOMIZE_DOWNLOAD_DELAY = False\n"
                                       "AUTOTHROTTLE_MAX_DELAY = 10.0\n"));
    add(run, success().quota(2, 201));
    EXPECT_THAT(module(run), HasSubstr("DOWNLOAD_DELAY = 100.5\nRANDOMIZE_DOWNLOAD_DELAY = False\n"
                                       "AUTOTHROTTLE_MAX_DELAY = 101.0\n"));
}

TEST(ScrapyKind, AQuotaThatWasReadBackAsZeroDividesNothing) {
    RunRecord run = run_over(1);
    add(run, success().quota(0, 1'000'000));
    EXPECT_THAT(module(run), HasSubstr("DOWNLOAD_DELAY = 1000000.0\n"));
}

TEST(ScrapyKind, TextIsAnAsciiLiteral) {
    RunRecord run = run_over(1);
    run.name = "a\"\\\n\xC3\xA9\xF0\x9F\x90\x8E\xFF";
    EXPECT_THAT(module(run), HasSubstr(R"(OUTRIDER_RUN = "a\"\\\u000a\u00e9\U0001f40e\ufffd")"
                                       "\n"));
}

TEST(ScrapyKind, IsAssignmentsOfLiteralsWhateverTheText) {
    const std::string string = R"re("([ !#-\[\]-~]|\\["\\]|\\u[0-9a-f]{4}|\\U[0-9a-f]{8})*")re";
    const std::regex line("|# .*|[A-Z_]+ = (None|True|False|[0-9]+(\\.[0-9]+)?|" + string + "|\\[(" + string +
                          "(, " + string + ")*)?\\])");
    testing::Generator generator(5);
    for (int i = 0; i < 100; ++i) {
        for (const std::string& each : testing::lines_of(render_scrapy(generator.report())))
            EXPECT_TRUE(std::regex_match(each, line)) << each;
    }
    for (const std::string& text : testing::hostile_texts()) {
        for (const std::string& each : testing::lines_of(render_scrapy(testing::hostile_report(text))))
            EXPECT_TRUE(std::regex_match(each, line)) << each;
    }
}

}  // namespace
}  // namespace outrider
