#include "report/github_kind.hpp"

#include "outrider/model/text.hpp"
#include "report/hostile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

namespace outrider {
namespace {

using testing::count_of;
using ::testing::HasSubstr;
using testing::lines_of;
using ::testing::Not;

TEST(GithubKind, OfTheSeedExample) {
    EXPECT_EQ(testing::kind(testing::seed_example(), ReportKind::github), R"(
### outrider: CRITICAL, do not dispatch now

- 1 of 3 completed probes was throttled
- 2 of 3 completed probes succeeded, less than 90 %

| | |
| --- | --- |
| probes | 3 of 3 completed in 1004 ms |
| outcomes | 66.67 % succeeded: 2 success, 1 rate_limited |
| latency | mean 336 ms, p50 2.5 ms, p95 1003 ms, max 1003 ms |
| retry after | 5, 10, 20, 40, 60 s (full jitter) |

#### Targets: 2 of 3 healthy

| | ok | mostly | target |
| --- | --- | --- | --- |
| CRITICAL | 0/1 | 1 rate_limited | `http://t1.example/` |
)");
}

TEST(GithubKind, TellsOfProxiesNotesAndTheQuota) {
    RunRecord run = testing::run_over(1, 1);
    run.name = "nightly";
    testing::add(run, testing::ResultOf(Outcome::challenged).answered(403, Micros{1}).proxy(0).quota(1, 2));
    const std::string page = render_github(testing::report_of(run));
    EXPECT_THAT(page, HasSubstr("do not dispatch now (`nightly`)\n"));
    EXPECT_THAT(page, HasSubstr("\n- Note: every answer was a challenge"));
    EXPECT_THAT(page, HasSubstr("| limit | send at most 0.5 requests a second from one address |\n"));
    EXPECT_THAT(page, HasSubstr("#### Proxies: 0 of 1 tested are usable, 1 challenged\n\n"
                                "| | ok | mostly | proxy |\n"));
}

TEST(GithubKind, SaysHowManyRowsItLeavesOut) {
    const std::string page = render_github(testing::large_report(25, 3));
    EXPECT_EQ(count_of(page, "\n\n5 more in trouble are not shown.\n"), 2U);
    EXPECT_EQ(count_of(page, "\n| failed |"), 20U);
}

TEST(GithubKind, StaysFarBelowWhatAStepMayWrite) {
    EXPECT_LT(render_github(testing::large_report(300, 100'000)).size(), 64U * 1024);
}

// The line without its spans of code, in which nothing means anything.
std::string without_code(const std::string& line) {
    return std::regex_replace(line, std::regex("`[^`]*`"), "");
}

TEST(GithubKind, NoTextBreaksOutOfItsCode) {
    const std::vector<std::string> plain = lines_of(render_github(testing::hostile_report("x")));
    for (const std::string& text : testing::hostile_texts()) {
        const std::vector<std::string> lines = lines_of(render_github(testing::hostile_report(text)));
        ASSERT_EQ(lines.size(), plain.size()) << text;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            EXPECT_EQ(without_code(lines[i]), without_code(plain[i]));
            EXPECT_EQ(count_of(lines[i], "|"), count_of(plain[i], "|")) << "a cell ends even within code";
            EXPECT_EQ(lines[i], escape_for_terminal(lines[i]));
        }
    }
}

}  // namespace
}  // namespace outrider
