#include "report/env_kind.hpp"

#include "report/hostile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

namespace outrider {
namespace {

using testing::add;
using ::testing::HasSubstr;
using testing::lines_of;
using testing::run_over;
using testing::success;

TEST(EnvKind, OfTheSeedExample) {
    EXPECT_EQ(testing::kind(testing::seed_example(), ReportKind::env),
              "OUTRIDER_STATE=CRITICAL\n"
              "OUTRIDER_ACTION=halt\n"
              "OUTRIDER_SUCCESS_RATE=0.6667\n"
              "OUTRIDER_INITIAL_DELAY_S=5\n"
              "OUTRIDER_MAX_DELAY_S=60\n"
              "OUTRIDER_MAX_RETRIES=5\n"
              "OUTRIDER_CONCURRENCY_FACTOR=0.0\n"
              "OUTRIDER_MAX_REQUESTS_PER_SECOND=\n"
              "OUTRIDER_USABLE_PROXIES=\n"
              "OUTRIDER_TESTED_PROXIES=\n"
              "OUTRIDER_THROTTLE_COUNT=1\n"
              "OUTRIDER_BAN_COUNT=0\n"
              "OUTRIDER_CHALLENGE_COUNT=0\n");
}

TEST(EnvKind, TellsCountsProxiesAndTheQuota) {
    RunRecord run = run_over(1, 2);
    add(run, success().proxy(0).quota(1, 3), 9);
    add(run, testing::ResultOf(Outcome::banned).answered(403, Micros{1}).proxy(1), 2);
    add(run, testing::ResultOf(Outcome::challenged).answered(403, Micros{1}).proxy(1), 3);
    EXPECT_THAT(render_env(testing::report_of(run)), HasSubstr("OUTRIDER_MAX_REQUESTS_PER_SECOND=0.333333\n"
                                                               "OUTRIDER_USABLE_PROXIES=1\n"
                                                               "OUTRIDER_TESTED_PROXIES=2\n"
                                                               "OUTRIDER_THROTTLE_COUNT=0\n"
                                                               "OUTRIDER_BAN_COUNT=2\n"
                                                               "OUTRIDER_CHALLENGE_COUNT=3\n"));
}

TEST(EnvKind, HoldsNothingThatWouldHaveToBeQuoted) {
    const std::regex bare("OUTRIDER_[A-Z_]+=[A-Za-z0-9.]*");
    testing::Generator generator(1);
    for (int i = 0; i < 200; ++i) {
        const std::vector<std::string> lines = lines_of(render_env(generator.report()));
        EXPECT_EQ(lines.size(), 13U);
        for (const std::string& line : lines)
            EXPECT_TRUE(std::regex_match(line, bare)) << line;
    }
}

}  // namespace
}  // namespace outrider
