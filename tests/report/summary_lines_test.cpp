#include "report/summary_lines.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

TEST(SummaryLines, ASayingIsBrokenUnderItsLabel) {
    SummaryLines lines(false, 20);
    lines.say("why", "one two three four");
    EXPECT_EQ(lines.take(),
              "why       one two\n"
              "          three four\n");
}

TEST(SummaryLines, TablesAreAligned) {
    SummaryLines lines(false, 40);
    lines.table(
        {{"banned", std::nullopt, {"1", "long", "x"}}, {"challenged", std::nullopt, {"100", "s", "yy"}}});
    EXPECT_EQ(lines.take(),
              "  banned      1    long  x\n"
              "  challenged  100  s     yy\n");
}

TEST(SummaryLines, AnEmptyTableIsNothing) {
    SummaryLines lines(false, 40);
    lines.table({});
    EXPECT_EQ(lines.take(), "");
}

TEST(SummaryLines, RowsAreEscapedAndCut) {
    SummaryLines lines(false, 26);
    lines.table({{"failed", std::nullopt, {"a\nb", "0123456789"}}});
    EXPECT_EQ(lines.take(), "  failed      a\\x0Ab  012\u2026\n");
}

TEST(SummaryLines, AWordThatWasCutIsNotColoured) {
    SummaryLines lines(true, 5);
    lines.headline(State::critical, "halt");
    EXPECT_EQ(lines.take(), "CRIT\u2026\n");
}

}  // namespace
}  // namespace outrider
