#include "report/phrases.hpp"

#include "report/reports.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

using testing::run_over;

TEST(Phrases, AreEmptyWhereThereIsNothingToSay) {
    const DiagnosticReport report = testing::report_of(run_over(1));
    EXPECT_EQ(succeeded_phrase(report.totals.run), "");
    EXPECT_EQ(latency_phrase(report.totals.run.latency), "");
    EXPECT_EQ(proxies_phrase(report), "");
    EXPECT_EQ(main_failure(report.totals.run), "");
    EXPECT_EQ(limit_phrase(report.dispatch), "");
}

TEST(Phrases, CountInTheSingularToo) {
    EXPECT_EQ(plural(1, "line"), "1 line");
    EXPECT_EQ(plural(0, "line"), "0 lines");
    EXPECT_EQ(plural(2, "line"), "2 lines");
}

}  // namespace
}  // namespace outrider
