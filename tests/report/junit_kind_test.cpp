#include "report/junit_kind.hpp"

#include "report/hostile.hpp"
#include "report/markup_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace outrider {
namespace {

using testing::add;
using testing::count_of;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::ResultOf;
using testing::run_over;
using testing::success;

TEST(JunitKind, OfTheSeedExample) {
    EXPECT_EQ(testing::kind(testing::seed_example(), ReportKind::junit),
              R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="outrider" tests="3" failures="1" errors="0" skipped="0" time="1.00425">
  <testsuite name="targets" tests="3" failures="1" errors="0" skipped="0" time="1.007" timestamp="2025-12-02T08:14:00">
    <properties>
      <property name="state" value="CRITICAL"/>
      <property name="action" value="halt"/>
    </properties>
    <testcase classname="targets" name="http://t0.example/" time="0.0015"/>
    <testcase classname="targets" name="http://t1.example/" time="0.0025">
      <failure message="CRITICAL: 0/1 ok, 1 rate_limited" type="CRITICAL">0 % succeeded: 1 rate_limited</failure>
    </testcase>
    <testcase classname="targets" name="http://t2.example/" time="1.003"/>
  </testsuite>
  <testsuite name="proxies" tests="0" failures="0" errors="0" skipped="0" time="0.0" timestamp="2025-12-02T08:14:00">
  </testsuite>
</testsuites>
)");
}

TEST(JunitKind, ACaseIsAProxyAndOneThatWasNotTestedIsSkipped) {
    RunRecord run = run_over(1, 3);
    run.proxies[0].name = "first";
    add(run, success().proxy(0));
    add(run, ResultOf(Error::proxy_timeout).proxy(1).blame(Blame::proxy), 2);
    add(run, ResultOf(Error::not_started).proxy(2));
    const std::string page = render_junit(testing::report_of(run));
    EXPECT_THAT(page, HasSubstr("name=\"proxies\" tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\""));
    EXPECT_THAT(page, HasSubstr("<testsuites name=\"outrider\" tests=\"4\" failures=\"2\" errors=\"0\" "
                                "skipped=\"1\""));
    EXPECT_THAT(page, HasSubstr("name=\"http://127.0.0.1:8080 (first)\" time=\"0.001\"/>\n"));
    EXPECT_THAT(page,
                HasSubstr("name=\"http://127.0.0.2:8080\" time=\"0.0\">\n      <failure message=\"failed: "
                          "0/2 ok, 2 proxy_timeout\" type=\"failed\">"));
    EXPECT_THAT(page,
                HasSubstr("name=\"http://127.0.0.3:8080\" time=\"0.0\">\n      <skipped message=\"no probe "
                          "completed\"/>\n"));
}

TEST(JunitKind, ATargetOfWhichNothingCompletedIsSkipped) {
    const std::string page = render_junit(testing::report_of(run_over(1)));
    EXPECT_THAT(page, HasSubstr("tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\""));
    EXPECT_THAT(page, Not(HasSubstr("<failure")));
}

TEST(JunitKind, NoTwoCasesHaveOneName) {
    RunRecord run = run_over(1);
    for (int i = 0; i < 3; ++i)
        run.proxies.push_back({"", "http://***@gate.example:1", false});
    const std::string page = render_junit(testing::report_of(run));
    EXPECT_EQ(count_of(page, "name=\"http://***@gate.example:1\""), 1U);
    EXPECT_EQ(count_of(page, "name=\"http://***@gate.example:1 #2\""), 1U);
    EXPECT_EQ(count_of(page, "name=\"http://***@gate.example:1 #3\""), 1U);
}

TEST(JunitKind, NamesTheRun) {
    RunRecord run = run_over(1);
    run.name = "nightly";
    EXPECT_THAT(render_junit(testing::report_of(run)), HasSubstr("<testsuites name=\"nightly\" "));
}

TEST(JunitKind, IsWellFormedWhateverTheText) {
    for (const std::string& text : testing::hostile_texts()) {
        const std::string page = render_junit(testing::hostile_report(text));
        testing::expect_well_formed(page);
        EXPECT_EQ(count_of(page, "<testcase "), 4U);
        EXPECT_EQ(count_of(page, "</failure>"), 4U);
    }
    testing::Generator generator(11);
    for (int i = 0; i < 100; ++i)
        testing::expect_well_formed(render_junit(generator.report()));
}

}  // namespace
}  // namespace outrider
