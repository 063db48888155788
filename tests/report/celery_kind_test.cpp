#include "report/celery_kind.hpp"

#include "report/hostile.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

using testing::add;
using testing::run_over;
using testing::success;

std::string celery(const RunRecord& run) {
    return testing::kind(testing::report_of(run), ReportKind::celery);
}

TEST(CeleryKind, OfTheSeedExample) {
    EXPECT_EQ(
        testing::kind(testing::seed_example(), ReportKind::celery),
        R"({"retry_backoff":5,"retry_backoff_max":60,"retry_jitter":true,"max_retries":5,"rate_limit":null})"
        "\n");
}

TEST(CeleryKind, AWaitThatWasAskedForIsNotUndercut) {
    RunRecord run = run_over(1);
    add(run, testing::throttled().waits(120, "120").quota(1, 2));
    EXPECT_EQ(
        celery(run),
        R"({"retry_backoff":120,"retry_backoff_max":120,"retry_jitter":false,"max_retries":5,"rate_limit":"0.5/s"})"
        "\n");
}

TEST(CeleryKind, ALimitTooSmallToBeWrittenIsNotZeroWhichWouldBeNone) {
    RunRecord run = run_over(1);
    add(run, success().quota(1, 100'000'000));
    EXPECT_NE(celery(run).find("\"rate_limit\":\"0.000001/s\""), std::string::npos);
}

TEST(CeleryKind, IsIndentedWhereThatIsAskedFor) {
    EXPECT_TRUE(render(testing::seed_example(), ReportKind::celery, Serializer::nlohmann, true)
                    .bytes.starts_with("{\n  \"retry_backoff\": 5,\n"));
}

}  // namespace
}  // namespace outrider
