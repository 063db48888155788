#include "classify/page.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

Page page_of(std::string body, std::string type = "text/html") {
    return Page(Answer{.status = 200,
                       .http_minor = 1,
                       .headers = {{"Content-Type", type}},
                       .body = std::move(body),
                       .truncated = false});
}
std::string at(const std::string& html, Place place) {
    return std::string(page_of(html).at(place));
}

TEST(Page, ShowsTextWithoutMarkupWithReferencesDecoded) {
    EXPECT_EQ(at("<p>A <b>b</b>c\n\n  d</p><p>e</p>", Place::text), "A bc d e ");
    EXPECT_EQ(at("Reference&#32;&#35;18&#46;4f &amp; &lt;x&gt; &#xe9; &bogus; &", Place::text),
              "Reference #18.4f & <x> \xC3\xA9 &bogus; &");
    EXPECT_EQ(at("1 < 2 <3", Place::text), "1 < 2 <3");
}

TEST(Page, LeavesOutWhatIsOnlyQuoted) {
    EXPECT_EQ(at("a<pre>b</pre>c<code>d<i>e</i></code>f<blockquote>g</blockquote>h", Place::text), "a c f h");
    EXPECT_EQ(at("a<!-- b <script>c</script> -->d<style>e</style>f<textarea>g</textarea>h", Place::text),
              "ad f h");
    EXPECT_EQ(at("a<!-- b <script>c</script> -->", Place::script), "");
    EXPECT_EQ(at("a<noscript>b<h1>c</h1></noscript>d", Place::text), "a d");
    EXPECT_EQ(at("a<noscript>b<h1>c</h1></noscript>d", Place::heading), "\n");
}

TEST(Page, TakesTitleHeadingsAndScriptsApart) {
    const std::string html =
        "<TITLE> One &amp; only </TITLE><h1>He<b>ad</b></h1><h3>two</h3>"
        "<script>if (a < b) x();</script><script type='application/ld+json'>{}</script><title>later</title>";
    EXPECT_EQ(at(html, Place::title), "One & only ");
    EXPECT_EQ(at(html, Place::heading), "Head\ntwo\n");
    EXPECT_EQ(at(html, Place::script), "if (a < b) x();\n");
    EXPECT_EQ(at(html, Place::text).find("x()"), std::string::npos);
}

TEST(Page, WritesTagsInOneWayHoweverTheyAreQuoted) {
    const std::string expected = "div id=\"px-captcha\" class=\"a b\"\n";
    EXPECT_EQ(at("<div id=\"px-captcha\" class=\"a b\">", Place::markup), expected);
    EXPECT_EQ(at("<DIV ID='px-captcha'\n CLASS = 'a b' />", Place::markup), expected);
    EXPECT_EQ(at("<div id=px-captcha class='a b'>", Place::markup), expected);
    EXPECT_EQ(at("<input disabled>", Place::markup), "input disabled=\"\"\n");
    EXPECT_EQ(at("<a title='x > y'>z", Place::text), "z");
}

TEST(Page, ListsTheUrlsThatAct) {
    const std::string html =
        "<script src=/a.js></script><iframe src='/b'></iframe><img src=/c><link href=/d><form "
        "action=/e></form>"
        "<object data=/f></object><a href=/no>x</a><meta http-equiv=Refresh content='0; url=/g'><meta name=x "
        "content=/no>";
    EXPECT_EQ(at(html, Place::url), "/a.js\n/b\n/c\n/d\n/e\n/f\n0; url=/g\n");
}

TEST(Page, KnowsHowMuchElseThereIs) {
    EXPECT_TRUE(page_of("<p>short</p>").fits(Extent::bare));
    EXPECT_FALSE(page_of("<p>" + std::string(701, 'x')).fits(Extent::bare));
    EXPECT_TRUE(page_of("<p>" + std::string(3000, 'x')).fits(Extent::brief));
    EXPECT_FALSE(page_of("<p>" + std::string(3001, 'x')).fits(Extent::brief));
    EXPECT_TRUE(page_of("<p>" + std::string(9000, 'x')).fits(Extent::any));
    EXPECT_TRUE(page_of("<style>" + std::string(9000, 'x') + "</style>").fits(Extent::bare));
    EXPECT_FALSE(page_of("<input type=password>").fits(Extent::bare));
    EXPECT_FALSE(page_of("<textarea></textarea>").fits(Extent::bare));
    EXPECT_TRUE(
        page_of("<input type=hidden><input type=submit><input id=captchacharacters>").fits(Extent::bare));
    EXPECT_FALSE(page_of("<input type=file>").fits(Extent::bare));
    EXPECT_FALSE(page_of("<input name=code>").fits(Extent::bare));
}

TEST(Page, LeavesTheImageOfACaptchaOneFieldForItsAnswer) {
    const std::string image = "<img src=/kaptcha.jpg>";
    EXPECT_TRUE(page_of(image + "<input name=code>").fits(Extent::bare));
    EXPECT_TRUE(page_of("<input name=code>" + image).fits(Extent::bare));
    EXPECT_FALSE(page_of("<img src=/boat.jpg><input name=code>").fits(Extent::bare));
    EXPECT_FALSE(page_of(image + "<input name=q><input name=code>").fits(Extent::bare));
    EXPECT_FALSE(page_of(image + "<input name=q><input name=captcha>").fits(Extent::bare));
    EXPECT_FALSE(page_of(image + "<input type=email>").fits(Extent::bare));
    EXPECT_FALSE(page_of(image + "<textarea></textarea>").fits(Extent::bare));
}

TEST(Page, TakesOtherFormatsWhole) {
    EXPECT_EQ(page_of("{\"a\":\"<b>\"}", "application/json").at(Place::body), "{\"a\":\"<b>\"}");
    EXPECT_EQ(page_of("{\"a\":1}", "application/json").at(Place::text), "");
    EXPECT_EQ(page_of("{\"a\":1}", "text/html").at(Place::body), "{\"a\":1}");
    EXPECT_EQ(page_of("<b>plain</b>", "text/plain").at(Place::text), "<b>plain</b>");
    EXPECT_EQ(page_of("<title>x</title>", "application/rss+xml").at(Place::title), "");
    const Page untyped(Answer{
        .status = 200, .http_minor = 1, .headers = {}, .body = " <title>x</title>", .truncated = false});
    EXPECT_EQ(untyped.at(Place::title), "x");
}

TEST(Page, ReadsWhatIsNotClosedToTheEnd) {
    for (const char* html : {"<", "</", "<!", "<!--", "<p", "<p a", "<p a=", "<p a='", "<p a=\"b",
                             "<script>x", "<title>x", "</p", "<a/", "&", "&#", "<script></scrip", "<?x"}) {
        const Page page = page_of(html);
        EXPECT_LE(page.at(Place::text).size(), 20u) << html;
    }
    EXPECT_EQ(at("<script>x", Place::script), "x\n");
    EXPECT_EQ(at("<p a=\"b", Place::markup), "p a=\"b\"\n");
}

}  // namespace
}  // namespace outrider
