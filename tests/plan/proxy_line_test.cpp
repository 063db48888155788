#include "outrider/plan/proxy_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace outrider {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string text_of(const std::optional<Secret>& secret) {
    return secret ? secret->reveal() : "(none)";
}

struct LineCase {
    std::string line;
    std::string kind;
    std::string address;
    std::string user = "(none)";
    std::string password = "(none)";
};
void PrintTo(const LineCase& test, std::ostream* out) {
    *out << test.line;
}
class ProxyLine : public testing::TestWithParam<LineCase> {};

TEST_P(ProxyLine, IsReadAs) {
    const auto proxies = parse_proxy_line(GetParam().line, ProxyKind::http);
    ASSERT_TRUE(proxies) << GetParam().line << ": " << proxies.reason();
    ASSERT_EQ(proxies->size(), 1u);
    const Proxy& proxy = proxies->front();
    EXPECT_EQ(to_string(proxy.kind), GetParam().kind);
    EXPECT_EQ(to_string(proxy.address), GetParam().address);
    EXPECT_EQ(text_of(proxy.user), GetParam().user);
    EXPECT_EQ(text_of(proxy.password), GetParam().password);
}

const LineCase line_cases[] = {
    // scheme://[user[:password]@]host[:port][/]
    {"http://h", "http", "h:80"},
    {"https://h/", "https", "h:443"},
    {"socks4://h", "socks4", "h:1080"},
    {"socks4a://h", "socks4a", "h:1080"},
    {"socks5://h", "socks5", "h:1080"},
    {"socks5h://h", "socks5h", "h:1080"},
    {"HTTP://Example.com:80", "http", "example.com:80"},
    {"http://h:3128/", "http", "h:3128"},
    {"http://user:p%40ss%23@127.0.0.1:8080", "http", "127.0.0.1:8080", "user", "p@ss#"},
    {"socks5h://user:%70ass@127.0.0.1:1080", "socks5h", "127.0.0.1:1080", "user", "pass"},
    {"http://user-zone_a=1:sess:ab;c@h:8000", "http", "h:8000", "user-zone_a=1", "sess:ab;c"},
    {"http://u:a@b@c@h:1", "http", "h:1", "u", "a@b@c"},
    {"http://u:50%@h:1", "http", "h:1", "u", "50%"},
    {"http://u:%2541@h:1", "http", "h:1", "u", "%41"},
    {"http://u:p w@h:1", "http", "h:1", "u", "p w"},
    {"http://key@h:1", "http", "h:1", "key"},
    {"http://key:@h:1", "http", "h:1", "key", ""},
    {"http://:p@h:1", "http", "h:1", "", "p"},
    {"http://@h:1", "http", "h:1"},
    {"socks4://id@h", "socks4", "h:1080", "id"},
    {"socks4a://id:p@h", "socks4a", "h:1080", "id", "p"},
    {"socks5://a%3Ab:c@h", "socks5", "h:1080", "a:b", "c"},
    {"http://[::1]:3128", "http", "[::1]:3128"},
    {"http://[::1]", "http", "[::1]:80"},
    {"http://b\xC3\xBC"
     "cher.example:1",
     "http", "xn--bcher-kva.example:1"},
    // host:port
    {"198.51.100.1:3128", "http", "198.51.100.1:3128"},
    {"Proxy.Example:1", "http", "proxy.example:1"},
    {"[::ffff:1.2.3.4]:8080", "http", "[::ffff:1.2.3.4]:8080"},
    {"[fe80::1%eth0]:8080", "http", "[fe80::1%eth0]:8080"},
    // host:port:user:password
    {"oxy.example:7777:customer-x-country-EU-sessid-1:pa:ss", "http", "oxy.example:7777",
     "customer-x-country-EU-sessid-1", "pa:ss"},
    {"h:80:u%40:p%41%", "http", "h:80", "u%40", "p%41%"},
    {"h:80:u:p@ss", "http", "h:80", "u", "p@ss"},
    {"h:80:u:http://x", "http", "h:80", "u", "http://x"},
    {"h:80:key:", "http", "h:80", "key", ""},
    {"[::1]:80:u:p:q", "http", "[::1]:80", "u", "p:q"},
    // user:password@host:port
    {"user:p%40ss@h:80", "http", "h:80", "user", "p@ss"},
    {"user:1080@h:80", "http", "h:80", "user", "1080"},
    {"user:a:b@h:80", "http", "h:80", "user", "a:b"},
    {"user:a/b@[::1]:80", "http", "[::1]:80", "user", "a/b"},
};
INSTANTIATE_TEST_SUITE_P(Forms, ProxyLine, testing::ValuesIn(line_cases));

struct BadLine {
    std::string line;
    std::string reason;
};
void PrintTo(const BadLine& test, std::ostream* out) {
    *out << test.line;
}
class BadProxyLine : public testing::TestWithParam<BadLine> {};

TEST_P(BadProxyLine, IsRejectedWithoutAnEcho) {
    const auto proxies = parse_proxy_line(GetParam().line, ProxyKind::http);
    ASSERT_FALSE(proxies) << masked(proxies->front());
    EXPECT_THAT(proxies.reason(), HasSubstr(GetParam().reason));
    EXPECT_THAT(proxies.reason(), Not(HasSubstr("s3cret")));
}

const BadLine bad_lines[] = {
    {"", "empty"},
    {"h", "port is missing"},
    {"h:", "port is missing"},
    {":80", "host is missing"},
    {"h:0", "1 to 65535"},
    {"h:65536", "1 to 65535"},
    {"h:80/", "1 to 65535"},
    {"h:http", "1 to 65535"},
    {"h 80", "not allowed"},
    {"h:80:s3cret", "forms"},
    {"ftp://u:s3cret@h:80", "scheme"},
    {"socks://h:80", "scheme"},
    {"://h:80", "scheme"},
    {"http://", "host is missing"},
    {"http://u:s3cret@", "host is missing"},
    {"http://h:80/path", "'/'"},
    {"http://h:80?x", "'/'"},
    {"http://h:80//", "'/'"},
    {"http://user:p@s3cret/word@h:99999", "'/'"},
    {"http://user:s3cret@h:99999", "1 to 65535"},
    {"http://h:80:u:s3cret", "more than one ':'"},
    {"::1:3128", "brackets"},
    {"2001:db8::1:8080", "brackets"},
    {"1:2:3:4:5:6:7:8", "brackets"},
    {"fe80:1:2:3:4:5:6:7:8080", "brackets"},
    {"http://::1:3128", "brackets"},
    {"[fe80::1%2525]:80", "zone"},
    {"256.1.1.1:80", "IPv4"},
    {"1.2.3:80", "IPv4"},
    {"0x7f.1:80", "IPv4"},
    {"1.2.3.4.5:80", "IPv4"},
    {"h:80:u:s3cret@g:90", "ambiguous"},
    {"s3cret:80:u:p@h:1", "ambiguous"},
    {"user@h:80", "password is missing"},
    {"user:s3cret@h", "port is missing"},
    {"http://u:s3cret%0d%0ax@h:1", "control"},
    {"http://u%00:s3cret@h:1", "control"},
    {"h:80:u:s3cret\x01", "control"},
    {"http://a%3Ab:s3cret@h:1", "':' in the user"},
    {"socks5://u@h", "1 to 255"},
    {"socks5://u:@h", "1 to 255"},
    {"socks5h://:s3cret@h", "1 to 255"},
    {"socks4://:s3cret@h", "1 to 255"},
    {"socks5://" + std::string(256, 'u') + ":p@h", "1 to 255"},
    {"socks5://u:" + std::string(256, 'p') + "@h", "1 to 255"},
    {"http://" + std::string(254, 'a') + ":80", "253"},
    {"h:80\xFF", "UTF-8"},
    {"http://[::1:80", "bracket"},
    {"[::1]80:u:p", "forms"},
};
INSTANTIATE_TEST_SUITE_P(Forms, BadProxyLine, testing::ValuesIn(bad_lines));

TEST(ProxyLineTest, HasTheDefaultKindOnlyWithoutAScheme) {
    EXPECT_EQ(parse_proxy_line("h:1", ProxyKind::socks5)->front().kind, ProxyKind::socks5);
    EXPECT_EQ(parse_proxy_line("http://h:1", ProxyKind::socks5)->front().kind, ProxyKind::http);
    EXPECT_FALSE(parse_proxy_line("h:1:u:", ProxyKind::socks5));
}

std::vector<std::string> users_of(const std::string& line) {
    const auto proxies = parse_proxy_line(line, ProxyKind::http);
    if (!proxies) return {proxies.reason()};
    std::vector<std::string> users;
    for (const Proxy& proxy : *proxies)
        users.push_back(text_of(proxy.user) + '/' + text_of(proxy.password) + '@' + to_string(proxy.address));
    return users;
}

TEST(ProxyLineTest, ARangeInTheUserStandsForSessions) {
    using testing::ElementsAre;
    EXPECT_THAT(users_of("http://id-{1..2}:p%40@gw:1"), ElementsAre("id-1/p@@gw:1", "id-2/p@@gw:1"));
    EXPECT_THAT(users_of("socks5h://id{09..10}:p@gw"), ElementsAre("id09/p@gw:1080", "id10/p@gw:1080"));
    EXPECT_THAT(users_of("http://key{1..2}@gw"), ElementsAre("key1/(none)@gw:80", "key2/(none)@gw:80"));
    EXPECT_THAT(users_of("id{1..2}:p@gw:1"), ElementsAre("id1/p@gw:1", "id2/p@gw:1"));
    EXPECT_THAT(users_of("http://a%40{1..2}:p@gw:1"), ElementsAre("a@1/p@gw:1", "a@2/p@gw:1"));
}

TEST(ProxyLineTest, ARangeElsewhereIsPlainText) {
    using testing::ElementsAre;
    EXPECT_THAT(users_of("http://u:{1..2}@gw:1"), ElementsAre("u/{1..2}@gw:1"));
    EXPECT_THAT(users_of("http://u%7B1..2%7D:p@gw:1"), ElementsAre("u{1..2}/p@gw:1"));
    EXPECT_THAT(users_of("gw:1:u{1..2}:p"), ElementsAre("u{1..2}/p@gw:1"));
    EXPECT_THAT(users_of("http://{1..2}.gw:1"), ElementsAre(HasSubstr("not allowed")));
}

TEST(ProxyLineTest, SessionsAreBounded) {
    EXPECT_EQ(parse_proxy_line("http://{1..100000}:p@h", ProxyKind::http)->size(), 100'000u);
    for (const auto& [line, reason] : {std::pair{"http://s3cret{1..100001}:p@h", "more than 100000"},
                                       {"http://s3cret{2..1}:p@h", "{FIRST..LAST}"},
                                       {"socks5://{1..2}@h", "1 to 255"}}) {
        const auto proxies = parse_proxy_line(line, ProxyKind::http);
        ASSERT_FALSE(proxies) << line;
        EXPECT_THAT(proxies.reason(), testing::AllOf(HasSubstr(reason), Not(HasSubstr("s3cret"))));
    }
    EXPECT_FALSE(parse_proxy_line("http://{1..3}:p@h", ProxyKind::http, 2));
    const std::string long_password(600, 'p');
    EXPECT_TRUE(parse_proxy_line("http://u:" + long_password + "@h", ProxyKind::http));
    EXPECT_FALSE(parse_proxy_line("http://{1..2}:" + long_password + "@h", ProxyKind::http));
}

TEST(ProxyLineTest, TakesSocksFieldsOf255Bytes) {
    const std::string longest(255, 'x');
    EXPECT_TRUE(parse_proxy_line("socks5://" + longest + ":" + longest + "@h", ProxyKind::http));
}

TEST(ProxyComparisonKey, IsThatOfTheNormalForm) {
    const auto key = [](const std::string& line) {
        return comparison_key(parse_proxy_line(line, ProxyKind::http)->front());
    };
    EXPECT_EQ(key("HTTP://Example.com:80"), key("http://example.com"));
    EXPECT_EQ(key("http://example.com:80/"), key("example.com:80"));
    EXPECT_EQ(key("http://u:%70@h:1"), key("h:1:u:p"));
    EXPECT_EQ(key("http://u@h:1"), key("http://u:@h:1"));
    EXPECT_NE(key("http://u:p@h:1"), key("http://u:q@h:1"));
    EXPECT_NE(key("http://u@h:1"), key("h:1"));
    EXPECT_NE(key("socks5://h:1"), key("socks5h://h:1"));
}

}  // namespace
}  // namespace outrider
