#include "report/standings.hpp"

#include "report/reports.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

using testing::add;
using testing::run_over;
using testing::success;

TEST(Standings, ListTheWorstAndCountTheRest) {
    RunRecord run = run_over(4);
    run.targets[2].name = "shop";
    add(run, success().target(0));
    add(run, success().target(1));
    add(run, testing::throttled().target(2));
    const DiagnosticReport report = testing::report_of(run);
    const Standings trouble = worst_targets(report, 9, Listed::in_trouble);
    ASSERT_EQ(trouble.rows.size(), 2U);
    EXPECT_EQ(trouble.rows[0].word, "CRITICAL");
    EXPECT_EQ(trouble.rows[0].label, "http://t2.example/ (shop)");
    EXPECT_EQ(trouble.rows[1].word, "unknown");
    EXPECT_EQ(trouble.left_out, 0U);
    const Standings all = worst_targets(report, 3, Listed::all);
    ASSERT_EQ(all.rows.size(), 3U);
    EXPECT_EQ(all.rows[0].word, "CRITICAL");
    EXPECT_EQ(all.rows[2].word, "HEALTHY");
    EXPECT_EQ(all.left_out, 1U);
}

}  // namespace
}  // namespace outrider
