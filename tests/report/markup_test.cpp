#include "report/markup.hpp"

#include "report/hostile.hpp"
#include "report/markup_check.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

TEST(Markup, EscapesWhatXmlAndHtmlKnow) {
    EXPECT_EQ(escape_markup("<a href=\"x\" b='y'>&amp;]]>"),
              "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp;]]&gt;");
    EXPECT_EQ(escape_markup(""), "");
}

TEST(Markup, ShowsWhatIsNotSeenAndReplacesWhatIsNotAllowed) {
    EXPECT_EQ(escape_markup("a\nb\t\x1b\xE2\x80\xAE"), "a\\x0Ab\\x09\\x1B\\u{202E}");
    EXPECT_EQ(escape_markup("\xFF|\xEF\xBF\xBE|\xEF\xBF\xBF|\xF0\x9F\x90\x8E"),
              "\xEF\xBF\xBD|\xEF\xBF\xBD|\xEF\xBF\xBD|\xF0\x9F\x90\x8E");
}

TEST(Markup, AttributesAreQuoted) {
    EXPECT_EQ(attribute("name", "a\"b"), " name=\"a&quot;b\"");
}

TEST(Markup, IsWellFormedWhateverTheText) {
    testing::Generator generator(2);
    for (const std::string& text : testing::hostile_texts())
        testing::expect_well_formed("<a" + attribute("b", text) + ">" + escape_markup(text) + "</a>");
    for (int i = 0; i < 200; ++i)
        testing::expect_well_formed("<a>" + escape_markup(generator.text()) + "</a>");
}

}  // namespace
}  // namespace outrider
