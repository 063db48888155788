#include "outrider/model/mask.hpp"

#include "outrider/model/text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace outrider {
namespace {

using Case = std::pair<std::string, std::string>;

TEST(TellingName, IsOneThatHoldsAWordOfTheContract) {
    for (const char* name :
         {"key", "API_Key", "x-token", "clientSecret", "Password", "oauth", "sig", "PHPSESSIONID"})
        EXPECT_TRUE(is_telling_name(name)) << name;
    for (const char* name : {"", "q", "ke", "user", "sess", "id"})
        EXPECT_FALSE(is_telling_name(name)) << name;
}

TEST(MaskUrls, HidesUserinfoAndTellingParameters) {
    const Case cases[] = {
        {"header Location: https://u:pw@h.example/showcaptcha?session=abc&x=1",
         "header Location: https://***@h.example/showcaptcha?session=***&x=1"},
        {"https://key@h/", "https://***@h/"},
        {"//u:p@ss@h/", "//***@h/"},
        {"see http://u:pw@h, or ftp://a:b@c", "see http://***@h, or ftp://***@c"},
        {"url /?token=a;b=c d", "url /?token=*** d"},
        {"a=1;auth_key=abc", "a=1;auth_key=***"},
        {"?a=b&%74oken=abc&c=d", "?a=b&%74oken=***&c=d"},
        {"?token=a%26b%20c&d=e", "?token=***&d=e"},
        {"src=\"https://h/?k=1&amp;api_key=abc\" id=\"x\"",
         "src=\"https://h/?k=1&amp;api_key=***\" id=\"x\""},
        {"<https://h/?sig=abc>; rel=next", "<https://h/?sig=***>; rel=next"},
        {R"({"u":"https:\/\/u:pw@h\/?token=abc\u0026x=1","b":"c=d"})",
         R"({"u":"https:\/\/***@h\/?token=***","b":"c=d"})"},
        // One within another: there what is encoded ends it.
        {"?url=https%3A%2F%2Fu%3Apw%40h%2F%3Ftoken%3Dabc%26x%3D1&y=2",
         "?url=https%3A%2F%2F***%40h%2F%3Ftoken%3D***%26x%3D1&y=2"},
        {"?url=https://h/?token=abc&x=1", "?url=https://h/?token=***&x=1"},
        {"amzn-session=abc", "amzn-session=***"},
        // Cut off, it may have been a userinfo.
        {"Location: https://user:pa\u2026", "Location: https://***\u2026"},
        {"Location: https://h/a?session=ab\u2026", "Location: https://h/a?session=***\u2026"},
    };
    for (const auto& [text, shown] : cases)
        EXPECT_EQ(mask_urls(text), shown);
}

TEST(MaskUrls, LeavesWhatIsNoSecret) {
    for (const std::string text :
         {"", "status 403", "header Retry-After: 120", "http://h.example:80/a?b=c&d=e#f", "user@example.com",
          "mail: a@b // c", "https://h/@user/x?to=a@b", "markup div data-sitekey=\"abc\"", "?token=&x",
          "100% & more", "limit=10;w=60", "http://h/very/long\u2026", "?token"}) {
        EXPECT_EQ(mask_urls(text), text);
    }
}

TEST(MaskUrls, ChangesNothingTheSecondTime) {
    const std::string once = mask_urls("https://u:pw@h/?token=abc&x=%2F%2Fa%40b");
    EXPECT_EQ(once, "https://***@h/?token=***&x=%2F%2F***%40b");
    EXPECT_EQ(mask_urls(once), once);
}

TEST(MaskGiven, HidesTheLoginOfEveryFormOfAProxyLine) {
    const Case cases[] = {
        {"http://u:pw@h:9", "http://***@h:9"},
        {"http://u:pw@h:9/", "http://***@h:9/"},
        {"http://key@h", "http://***@h"},
        {"http://u:p@ss/w?o#rd@h:9", "http://***@h:9"},
        {"u:p@ss@h", "***@h"},
        {"u:pw@[::1]", "***@[::1]"},
        {"key@h:80", "***@h:80"},
        {"h:80:u:pw", "h:80:***"},
        {"gate.example:8000:user:p:a ss?=#", "gate.example:8000:***"},
        {"[::1]:80:u:pw", "[::1]:80:***"},
        {"socks5h://h:80:u:pw", "socks5h://h:80:***"},
        {"h:99999:u:pw", "h:99999:***"},
        {" h:80:u:pw", " h:80:***"},
        {"\"h:80:u:pw\"", "\"h:80:***"},
        {"u:pw:h:80", "***"},
        // Nobody can tell which form it has.
        {"h:80:u:pw@x", "***"},
        {"ada:8080:x@h:80", "***"},
        {"[::1:80:u:pw", "***"},
        {"h:80:[u:pw", "h:80:***"},
        // Several, as of a list.
        {"# list\nh:80:u:pw\r\nhttp://u:pw@h\nh2:80:u:pw", "# list\nh:80:***\r\nhttp://***@h\nh2:80:***"},
        {"http://u:pw@h:80,h2:80:u2:pw2", "http://***"},
        {"http://u:pw@h:80 http://u:pw@h:81", "http://***"},
    };
    for (const auto& [value, shown] : cases)
        EXPECT_EQ(mask_given(value), shown);
}

TEST(MaskGiven, HidesTellingParameters) {
    const Case cases[] = {
        {"https://h.example/?token=pw", "https://h.example/?token=***"},
        {"https://h/?a=b&%74oken=p%26w&c=d", "https://h/?a=b&%74oken=***&c=d"},
        {"https://h/?token=my \"pw\"<>;x", "https://h/?token=***"},
        {"https://u:pw@h/?a=b&sig=pw", "https://***@h/?a=b&sig=***"},
        {"u:p?token=x@h:80", "***"},
        {"http://h/?token=a@b:80", "http://***"},
        {"token=pw", "token=***"},
        {"/?next=https%3A%2F%2Fu%3Apw%40h%2F%3Fkey%3Dpw", "/?next=https%3A%2F%2F***%40h%2F%3Fkey%3D***"},
    };
    for (const auto& [value, shown] : cases)
        EXPECT_EQ(mask_given(value), shown);
}

TEST(MaskGiven, LeavesNamesOfFilesThatCanBeNoLogin) {
    for (const std::string name :
         {"", "-", "list.txt", "icon@2x.json", "my list (1).txt", "what?.txt", "a=b.json", "a:b.txt",
          "C:/lists/a", "10:20:30.json", "a:b:c:d", "/data/2024-01-01T10:20:30+01:00.json", "./h:80:u:x",
          "http://h/p", "h:80", "http://h:80/", "example.com:443:nowhere", "200-299", "::1"}) {
        EXPECT_EQ(mask_given(name), name);
    }
}

}  // namespace
}  // namespace outrider
