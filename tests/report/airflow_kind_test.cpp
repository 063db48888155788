#include "report/airflow_kind.hpp"

#include "report/hostile.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

TEST(AirflowKind, OfTheSeedExample) {
    EXPECT_EQ(testing::kind(testing::seed_example(), ReportKind::airflow),
              R"({"retries":5,"retry_delay":5,"retry_exponential_backoff":true,"max_retry_delay":60})"
              "\n");
}

TEST(AirflowKind, FollowsTheBackoff) {
    RunRecord run = testing::run_over(1);
    testing::add(run, testing::success(testing::ms(2500)).waits(90, "90"));
    testing::add(run, testing::throttled().waits(90, "90"));
    EXPECT_EQ(testing::kind(testing::report_of(run), ReportKind::airflow),
              R"({"retries":5,"retry_delay":90,"retry_exponential_backoff":true,"max_retry_delay":90})"
              "\n");
}

}  // namespace
}  // namespace outrider
