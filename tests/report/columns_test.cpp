#include "report/columns.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

TEST(Fit, LeavesWhatFits) {
    EXPECT_EQ(fit("", 5), "");
    EXPECT_EQ(fit("abc", 3), "abc");
    EXPECT_EQ(fit("\u00E9\u00E9\u00E9", 3), "\u00E9\u00E9\u00E9");
    EXPECT_EQ(fit("\u6F22\u5B57", 4), "\u6F22\u5B57");
}

TEST(Fit, CutsWhatDoesNotAndSaysSo) {
    EXPECT_EQ(fit("abcd", 3), "ab\u2026");
    EXPECT_EQ(fit("abcd", 1), "\u2026");
    EXPECT_EQ(fit("abcd", 0), "");
    EXPECT_EQ(fit("\u00E9\u00E9\u00E9\u00E9", 3), "\u00E9\u00E9\u2026");  // never within a character
    EXPECT_EQ(fit("\u6F22\u5B57\u6F22", 4), "\u6F22\u2026");  // two columns each, one for the ellipsis
    EXPECT_EQ(fit("a\U0001F40E\U0001F40E", 4), "a\U0001F40E\u2026");
}

TEST(Wrap, BreaksAtSpaces) {
    using Lines = std::vector<std::string>;
    EXPECT_EQ(wrap("one two three", 7), (Lines{"one two", "three"}));
    EXPECT_EQ(wrap("one two three", 8), (Lines{"one two", "three"}));
    EXPECT_EQ(wrap("one two three", 6), (Lines{"one", "two", "three"}));
    EXPECT_EQ(wrap("one two three", 13), (Lines{"one two three"}));
    EXPECT_EQ(wrap("", 5), (Lines{""}));
    EXPECT_EQ(wrap("a longestword b", 6), (Lines{"a", "longe\u2026", "b"}));
    EXPECT_EQ(wrap("\u6F22\u5B57 \u6F22", 5), (Lines{"\u6F22\u5B57", "\u6F22"}));
}

TEST(Padded, FillsUpByColumns) {
    EXPECT_EQ(padded("ab", 4), "ab  ");
    EXPECT_EQ(padded("\u00E9", 3), "\u00E9  ");
    EXPECT_EQ(padded("\u6F22", 3), "\u6F22 ");
    EXPECT_EQ(padded("abcd", 4), "abcd");
    EXPECT_EQ(padded("abcde", 4), "abcde");
}

}  // namespace
}  // namespace outrider
