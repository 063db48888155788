#include "outrider/model/spelling.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace outrider {
namespace {

TEST(Starred, HidesEachSpanOnce) {
    EXPECT_EQ(starred("0123456789", {{1, 3}, {5, 6}}), "0***34***6789");
    EXPECT_EQ(starred("0123456789", {{5, 9}, {0, 2}, {6, 7}}), "***234***9")
        << "in any order, one in another";
    EXPECT_EQ(starred("0123456789", {{0, 3}, {3, 6}, {2, 10}}), "***") << "overlapping or touching";
    EXPECT_EQ(starred("0123456789", {{4, 4}}), "0123456789") << "empty";
    EXPECT_EQ(starred("", {}), "");
}

TEST(Spelling, AsWrittenOnlyLosesItsCapitals) {
    const std::string text = "A%41  b\\\"&amp;";
    const Spelling spelling = Spelling::as_written(text);
    EXPECT_EQ(spelling.text(), "a%41  b\\\"&amp;");
    EXPECT_EQ(spelling.written(1, 4).begin, 1U);
    EXPECT_EQ(spelling.written(1, 4).end, 4U);
    EXPECT_FALSE(spelling.was_escaped(1));
}

TEST(Spelling, OfTheSameTextReadsAlike) {
    const std::pair<const char*, const char*> cases[] = {
        {"P@ss", "p@ss"},
        {"p%40s%53", "p@ss"},
        {"p&#64;ss p&#x40;ss p&amp;ss", "p@ss p@ss p&ss"},
        {R"(p\"s\\s\/ \u0041\u00e9)", "p\"s\\s/ a\u00e9"},
        {"p%2540ss p&amp;amp;ss p&amp;#64;ss", "p@ss p&ss p@ss"},
        {R"(p\&quot;s\\\"s \\\\)", R"(p"s"s \)"},
        {"%26lt%3b", "<"},
        {" a \r\n\t b%20 &nbsp;c", " a b c"},
        {"100% & 5%; \\n \\u12 &bogus; %", "100% & 5%; \\n \\u12 &bogus; %"},
        {"", ""},
    };
    for (const auto& [text, read] : cases)
        EXPECT_EQ(Spelling::unescaped(text).text(), read);
}

TEST(Spelling, KnowsWhereItWasWritten) {
    const std::string text = "x%2526amp;y  z";
    const Spelling spelling = Spelling::unescaped(text);
    ASSERT_EQ(spelling.text(), "x&y z");
    const Span escape = spelling.written(1, 2);
    EXPECT_EQ(text.substr(escape.begin, escape.end - escape.begin), "%2526amp;");
    EXPECT_TRUE(spelling.was_escaped(1));
    EXPECT_FALSE(spelling.was_escaped(0));
    EXPECT_FALSE(spelling.was_escaped(3)) << "folded blanks";
    EXPECT_EQ(spelling.written(4, 5).end, text.size());
}

}  // namespace
}  // namespace outrider
