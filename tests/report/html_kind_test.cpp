#include "report/html_kind.hpp"

#include "report/hostile.hpp"
#include "report/markup_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace outrider {
namespace {

using testing::count_of;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(HtmlKind, TellsTheStateAndWhy) {
    const std::string page = testing::kind(testing::seed_example(), ReportKind::html);
    for (const char* part :
         {"<!DOCTYPE html>\n", "<title>outrider: CRITICAL</title>", "<h1 class=\"CRITICAL\">CRITICAL</h1>",
          "<p>do not dispatch now</p>", "<li>1 of 3 completed probes was throttled</li>",
          "<tr><th>retry after</th><td>5, 10, 20, 40, 60 s (full jitter)</td></tr>",
          "<tr><td class=\"CRITICAL\">CRITICAL</td><td>0/1</td><td>1 rate_limited</td><td>2.5 ms</td>"
          "<td>http://t1.example/</td></tr>",
          "<tr><td class=\"HEALTHY\">HEALTHY</td><td>1/1</td><td></td><td>1.5 "
          "ms</td><td>http://t0.example/</td>"
          "</tr>",
          "<tr><td "
          "class=\"rate_limited\">rate_limited</td><td>429</td><td>target</td><td>http://t1.example/</td>"
          "<td>direct</td><td>status 429</td></tr>",
          "</html>\n"})
        EXPECT_THAT(page, HasSubstr(part));
    EXPECT_THAT(page, Not(HasSubstr("Proxies</h2>")));
}

TEST(HtmlKind, NeedsNothingElse) {
    const std::string page = render_html(testing::hostile_report("x"));
    EXPECT_THAT(page, HasSubstr("default-src 'none'"));
    EXPECT_THAT(page, HasSubstr("prefers-color-scheme: dark"));
    for (const char* resource : {"<script", "<link", "<img", "<a ", "src=", "href=", "url(", "@import"})
        EXPECT_THAT(page, Not(HasSubstr(resource)));
}

TEST(HtmlKind, SaysHowManyRowsItLeavesOut) {
    const std::string page = render_html(testing::large_report(207, 3));
    EXPECT_EQ(count_of(page, "<p class=\"dim\">7 more are not shown.</p>"), 3U);
    EXPECT_EQ(count_of(page, "<tr><td class=\"failed\">"), 200U);
    EXPECT_THAT(render_html(testing::large_report(200, 3)), Not(HasSubstr("not shown")));
}

TEST(HtmlKind, IsBoundedHoweverLongTheTextsAre) {
    EXPECT_LT(render_html(testing::large_report(300, 100'000)).size(), 2'000'000U);
}

TEST(HtmlKind, IsWellFormedWhateverTheText) {
    const std::size_t rows = count_of(render_html(testing::hostile_report("x")), "<td");
    for (const std::string& text : testing::hostile_texts()) {
        const std::string page = render_html(testing::hostile_report(text));
        testing::expect_well_formed(page);
        EXPECT_EQ(count_of(page, "<td"), rows) << text;
    }
    testing::Generator generator(13);
    for (int i = 0; i < 50; ++i)
        testing::expect_well_formed(render_html(generator.report()));
}

}  // namespace
}  // namespace outrider
