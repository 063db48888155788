#include "outrider/plan/plan.hpp"
#include "outrider/plan/proxy_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace outrider {
namespace {

using testing::ElementsAre;

/// What each proxy of a line is written as.
std::vector<std::string> lines_of(std::string_view line, ProxyKind kind = ProxyKind::http) {
    std::vector<std::string> lines;
    const auto proxies = parse_proxy_line(line, kind);
    EXPECT_TRUE(proxies) << line;
    if (!proxies) return lines;
    for (const Proxy& proxy : *proxies) {
        lines.push_back(list_line(proxy, kind));
        const auto again = parse_proxy_line(lines.back(), kind);
        EXPECT_TRUE(again && again->size() == 1 && comparison_key(again->front()) == comparison_key(proxy))
            << lines.back();
    }
    return lines;
}

TEST(ListLine, IsWhatCameIn) {
    for (const char* line :
         {"http://h", "http://h:80/", "SOCKS5://H:1", "socks4a://u:p@h:1", "h:1", "h:1:u:p:w", "u:p@h:1",
          "https://u%20%:%70@[::1]:443/", "[::1]:8080", "http://user:@h", "http://key@h",
          "socks5h://a:b@\xC3\xA9.example", "http://a{b}:p@h", "h:1:{1..3}:p", "http://%7B1..3%7D:p@h"}) {
        const auto proxies = parse_proxy_line(line, ProxyKind::http);
        if (!proxies && std::string_view(line).starts_with("SOCKS5")) continue;
        EXPECT_THAT(lines_of(line), ElementsAre(line));
    }
    EXPECT_THAT(lines_of("h:1:u:p", ProxyKind::socks5), ElementsAre("h:1:u:p"));
}

TEST(ListLine, OfASessionHasItsOwnUser) {
    EXPECT_THAT(lines_of("http://s-{1..3}:p@h:1/"),
                ElementsAre("http://s-1:p@h:1", "http://s-2:p@h:1", "http://s-3:p@h:1"));
    EXPECT_THAT(lines_of("{08..09}:p{1..2}@h:1"), ElementsAre("08:p{1..2}@h:1", "09:p{1..2}@h:1"));
    EXPECT_THAT(lines_of("socks5://{7..7}:p@h"), ElementsAre("socks5://7:p@h"));
}

TEST(ListLine, IsAUrlWhereTheLineWouldBeReadAsSomethingElse) {
    // Arguments have no comments, nor white space around them that does not count.
    EXPECT_THAT(lines_of("#u:p@h:1"), ElementsAre("http://%23u:p@h:1"));
    EXPECT_THAT(lines_of("h:1:u:p #1"), ElementsAre("http://u:p%20%231@h:1"));
    EXPECT_THAT(lines_of("h:1:u:p ", ProxyKind::socks5), ElementsAre("socks5://u:p%20@h:1"));
    // A user that has come to look like a range, and a line that has come to fit a second form.
    EXPECT_THAT(lines_of("http://{{1..2}..3}:p@[::1]:1"),
                ElementsAre("http://%7B1..3%7D:p@[::1]:1", "http://%7B2..3%7D:p@[::1]:1"));
    EXPECT_THAT(lines_of("g{1..2}:80:x:p@h:1"),
                ElementsAre("http://g1:80%3Ax%3Ap@h:1", "http://g2:80%3Ax%3Ap@h:1"));
}

TEST(ProxyList, HoldsTheUsableOnesInTheOrderOfThePlan) {
    Plan plan;
    for (const char* line : {"a:1:u:p", "b:1", "http://c"})
        plan.proxies.push_back(parse_proxy_line(line, ProxyKind::http)->front());
    EXPECT_EQ(proxy_list(plan, {true, false, true}).reveal(), "a:1:u:p\nhttp://c\n");
    EXPECT_EQ(proxy_list(plan, {false, false, false}).reveal(), "");
}

}  // namespace
}  // namespace outrider
