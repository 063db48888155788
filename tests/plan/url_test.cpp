#include "outrider/plan/url.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace outrider {
namespace {

using testing::HasSubstr;
using testing::Not;

struct UrlCase {
    std::string text;
    std::string absolute;
};

void PrintTo(const UrlCase& test, std::ostream* out) {
    *out << test.text;
}
class TargetUrl : public testing::TestWithParam<UrlCase> {};

TEST_P(TargetUrl, IsReadAs) {
    const Parsed<Url> url = parse_target_url(GetParam().text);
    ASSERT_TRUE(url) << GetParam().text << ": " << url.reason();
    EXPECT_EQ(absolute_form(*url), GetParam().absolute);
}

const UrlCase url_cases[] = {
    {"http://example.com", "http://example.com/"},
    {"HTTPS://EXAMPLE.com:443/A?B", "https://example.com/A?B"},
    {"http://example.com:80/", "http://example.com/"},
    {"https://example.com:80/", "https://example.com:80/"},
    {"http://example.com:/x", "http://example.com/x"},
    {"http://h?q=1", "http://h/?q=1"},
    {"http://h#top", "http://h/"},
    {"http://h/a#top?x", "http://h/a"},
    {"  http://h/a\t", "http://h/a"},
    // what RFC 3986 does not allow
    {"http://h/a b|c", "http://h/a%20b%7Cc"},
    {"http://h/caf\xC3\xA9?q=\xE2\x82\xAC", "http://h/caf%C3%A9?q=%E2%82%AC"},
    {"http://h/100%?p=%zz&q=%4", "http://h/100%25?p=%25zz&q=%254"},
    {"http://h/%7ea%2fb", "http://h/%7ea%2fb"},
    {"http://h/[x]\\y?a[]=\"<>^`{}", "http://h/%5Bx%5D%5Cy?a%5B%5D=%22%3C%3E%5E%60%7B%7D"},
    {"http://h/a?b?c/../d", "http://h/a?b?c/../d"},
    // dot segments
    {"http://h/a/./b/../c", "http://h/a/c"},
    {"http://h/../../b", "http://h/b"},
    {"http://h/a/%2e%2E/b", "http://h/b"},
    {"http://h/a/b/..", "http://h/a/"},
    {"http://h/.", "http://h/"},
    {"http://h/a//../b", "http://h/a/b"},
    {"http://h//x", "http://h//x"},
    {"http://h/..x/...", "http://h/..x/..."},
    // hosts
    {"http://b\xC3\xBC"
     "cher.example/",
     "http://xn--bcher-kva.example/"},
    {"http://\xE4\xBE\x8B\xE3\x81\x88.\xE3\x83\x86\xE3\x82\xB9\xE3\x83\x88/",
     "http://xn--r8jz45g.xn--zckzah/"},
    {"http://stra\xC3\x9F"
     "e.example/",
     "http://xn--strae-oqa.example/"},
    {"http://ex%61mple.com/", "http://example.com/"},
    {"http://\xEF\xBC\x91\xEF\xBC\x90.0.0.1/", "http://10.0.0.1/"},
    {"http://a_b.example/", "http://a_b.example/"},
    {"http://example.test./", "http://example.test./"},
    {"http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x"},
    {"https://[2001:DB8::1]/", "https://[2001:db8::1]/"},
    {"http://[0:0:0:0:0:0:0:1]:81/", "http://[::1]:81/"},
    {"http://[::FFFF:1.2.3.4]/", "http://[::ffff:1.2.3.4]/"},
    {"http://[fe80::1%25eth0]/", "http://[fe80::1%eth0]/"},
    {"http://[fe80::1%eth0]/", "http://[fe80::1%eth0]/"},
};
INSTANTIATE_TEST_SUITE_P(Forms, TargetUrl, testing::ValuesIn(url_cases));

TEST(TargetUrlTest, ReadsAHostNameThatOnlyAProxyCouldRefuse) {
    EXPECT_TRUE(parse_target_url("http://" + std::string(256, 'a') + "/"));
    EXPECT_FALSE(parse_target_url("http://" + std::string(1025, 'a') + "/"));
}

class UnreadableUrl : public testing::TestWithParam<std::string> {};

TEST_P(UnreadableUrl, IsAnErrorThatDoesNotEchoIt) {
    const Parsed<Url> url = parse_target_url(GetParam());
    ASSERT_FALSE(url) << absolute_form(*url);
    EXPECT_FALSE(url.reason().empty());
    EXPECT_THAT(url.reason(), Not(HasSubstr("s3cret")));
}

INSTANTIATE_TEST_SUITE_P(
    Forms, UnreadableUrl,
    testing::Values("", "   ", "example.com", "example.com:80/x", "/path", "ftp://h/", "http:/h", "http:h",
                    "http:\\\\h", "http://", "http:///x", "http://:80/", "http://h:0/", "http://h:65536/",
                    "http://h:99999999999/", "http://h:8o/", "http://h:-1/", "http://h:+80/",
                    "http://h:80:81/", "http://u:s3cret@h:99999/", "http://s3cret@h b/", "http://h/a\nb",
                    "http://h/\x01", std::string("http://h/\0", 10), "http://h/\x7F", "http://h/\xFF",
                    "http://h\\@g/", "http://a..b/", "http://.a/", "http://./", "http://a,b/", "http://h<x>/",
                    "http://%00h/", "http://h%2Fx/", "http://256.1.1.1/", "http://1.2.3/", "http://127.1/",
                    "http://2130706433/", "http://0x7f.0.0.0x1/", "http://01.2.3.4/", "http://1.2.3.4./",
                    "http://1.2.3.4.5/", "http://[::1/", "http://[::1]x/", "http://[]/", "http://[1.2.3.4]/",
                    "http://[v1.a]/", "http://[fe80::1%]/", "http://[fe80::1%a/b]/",
                    "http://[fe80::1%0123456789abcdef]/", "http://::1/", "http://2001:db8::1:80/",
                    "http://u%0d%0a:s3cret@h/", "http://u:s3cret%00@h/", "http://u%3Av:s3cret@h/",
                    "http://\xE2\x84\x80/"));

TEST(TargetUrlTest, DecodesUserinfoOnceSplitAtTheLastAtAndTheFirstColon) {
    const Parsed<Url> url = parse_target_url("http://us%20er:p%40ss:%2541%@x@h/");
    ASSERT_TRUE(url) << url.reason();
    EXPECT_EQ(url->host.host, "h");
    EXPECT_EQ(url->user->reveal(), "us er");
    EXPECT_EQ(url->password->reveal(), "p@ss:%41%@x");
    EXPECT_EQ(masked(*url), "http://***@h/");

    const Parsed<Url> user_only = parse_target_url("http://key@h/");
    ASSERT_TRUE(user_only);
    EXPECT_EQ(user_only->user->reveal(), "key");
    EXPECT_FALSE(user_only->password);

    const Parsed<Url> none = parse_target_url("http://@h/");
    ASSERT_TRUE(none);
    EXPECT_FALSE(none->user);
}

struct ReferenceCase {
    std::string location;
    std::string absolute;
};
void PrintTo(const ReferenceCase& test, std::ostream* out) {
    *out << test.location;
}
class Reference : public testing::TestWithParam<ReferenceCase> {};

TEST_P(Reference, LeadsTo) {
    const Parsed<Url> base = parse_target_url("https://t:444/b/c/d;p?q");
    const Parsed<Url> url = resolve_reference(*base, GetParam().location);
    ASSERT_TRUE(url) << url.reason();
    EXPECT_EQ(absolute_form(*url), GetParam().absolute);
}

// RFC 3986 section 5.4, and what redirects look like in the field.
const ReferenceCase reference_cases[] = {
    {"g", "https://t:444/b/c/g"},
    {"./g", "https://t:444/b/c/g"},
    {"g/", "https://t:444/b/c/g/"},
    {"/g", "https://t:444/g"},
    {"//g", "https://g/"},
    {"?y", "https://t:444/b/c/d;p?y"},
    {"g?y", "https://t:444/b/c/g?y"},
    {"#s", "https://t:444/b/c/d;p?q"},
    {"g#s", "https://t:444/b/c/g"},
    {";x", "https://t:444/b/c/;x"},
    {"g;x=1/../y", "https://t:444/b/c/y"},
    {".", "https://t:444/b/c/"},
    {"./", "https://t:444/b/c/"},
    {"..", "https://t:444/b/"},
    {"../g", "https://t:444/b/g"},
    {"../../../g", "https://t:444/g"},
    {"/./g", "https://t:444/g"},
    {"/../g", "https://t:444/g"},
    {"g?y/../x", "https://t:444/b/c/g?y/../x"},
    {"web/index.html", "https://t:444/b/c/web/index.html"},
    {"a b?c|d", "https://t:444/b/c/a%20b?c%7Cd"},
    {"/caf\xE9", "https://t:444/caf%E9"},
    {"/x?u=http://o/", "https://t:444/x?u=http://o/"},
    {"1:2", "https://t:444/b/c/1:2"},
    {"/\\evil.example", "https://t:444/%5Cevil.example"},
    {"http://other/x", "http://other/x"},
    {"HTTP://Other:80", "http://other/"},
    {" https://other:444/ ", "https://other:444/"},
};
INSTANTIATE_TEST_SUITE_P(Forms, Reference, testing::ValuesIn(reference_cases));

TEST(ResolveReference, HasNowhereToGo) {
    const Parsed<Url> base = parse_target_url("https://t/");
    for (const std::string location :
         {"", " ", "ftp://h/", "mailto:x@h", "javascript:alert(1)", "https:/x", "https:x", "//", "///x",
          "http://h:0/", "//h:99999/", "/a\nb", "http://256.1.1.1/"}) {
        EXPECT_FALSE(resolve_reference(*base, location)) << location;
    }
}

TEST(ResolveReference, KeepsUserinfoOnlyWhereTheAuthorityStays) {
    const Parsed<Url> base = parse_target_url("https://u:p@t/a");
    EXPECT_TRUE(resolve_reference(*base, "/b")->user);
    EXPECT_FALSE(resolve_reference(*base, "https://t/b")->user);
    EXPECT_FALSE(resolve_reference(*base, "//t/b")->user);
}

TEST(UrlComparisonKey, IsThatOfTheNormalForm) {
    const auto key = [](const std::string& text) { return comparison_key(*parse_target_url(text)); };
    EXPECT_EQ(key("HTTP://Example.com:80"), key("http://example.com/"));
    EXPECT_EQ(key("http://h/%7Ea%2f"), key("http://h/~a%2F"));
    EXPECT_EQ(key("http://h/caf\xC3\xA9"), key("http://h/caf%c3%a9"));
    EXPECT_NE(key("http://h/a"), key("http://h/A"));
    EXPECT_NE(key("http://h/a%2Fb"), key("http://h/a/b"));
    EXPECT_NE(key("http://h/"), key("https://h/"));
    EXPECT_NE(key("http://u@h/"), key("http://h/"));
    EXPECT_NE(key("http://u:p@h/"), key("http://u:q@h/"));
}

}  // namespace
}  // namespace outrider
