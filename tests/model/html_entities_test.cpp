#include "outrider/model/html_entities.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace outrider {
namespace {

TEST(HtmlEntities, AreDecodedWhereTheyAreKnown) {
    const std::pair<const char*, const char*> cases[] = {
        {"a &lt;b&gt; &amp;amp; c", "a <b> &amp; c"},
        {"&#39;&#x27;&#X27;", "'''"},
        {"&#xe9;&#8364;&#x1F600;", "\u00e9\u20ac\U0001F600"},
        {"a&nbsp;b&#160;c", "a b c"},
        {"&unknown; & &;&#; &#xD800; &#0; &amp", "&unknown; & &;&#; &#xD800; &#0; &amp"},
    };
    for (const auto& [text, decoded] : cases) {
        std::string out;
        append_decoded(out, text);
        EXPECT_EQ(out, decoded);
    }
}

TEST(HtmlEntities, NoneIsLongerThanTheLongest) {
    for (const std::string reference : {"#1114111", "#x10FFFF", "rsquo", "hellip"}) {
        EXPECT_TRUE(referenced(reference)) << reference;
        EXPECT_LE(reference.size(), longest_reference);
    }
    EXPECT_FALSE(referenced(""));
}

}  // namespace
}  // namespace outrider
