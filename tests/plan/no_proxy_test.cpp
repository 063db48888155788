#include "plan/no_proxy.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace outrider {
namespace {

struct Case {
    std::string list;
    std::string host;
    bool covered;
};
void PrintTo(const Case& test, std::ostream* out) {
    *out << '"' << test.list << "\" " << test.host;
}
class NoProxyList : public testing::TestWithParam<Case> {};

TEST_P(NoProxyList, Covers) {
    EXPECT_EQ(NoProxy(GetParam().list).covers(GetParam().host), GetParam().covered);
}

const Case cases[] = {
    {"", "h", false},
    {"*", "h", true},
    {"a, *", "10.0.0.1", true},
    // names and their subdomains
    {"example.com", "example.com", true},
    {"example.com", "www.example.com", true},
    {"example.com", "notexample.com", false},
    {"example.com", "example.com.evil", false},
    {"www.example.com", "example.com", false},
    {".example.com", "example.com", true},
    {"*.example.com", "www.example.com", true},
    {"EXAMPLE.com", "example.com", true},
    {"example.com.", "example.com", true},
    {"example.com", "www.example.com.", true},
    {"b\xC3\xBC"
     "cher.example",
     "xn--bcher-kva.example", true},
    {" a , b\tc", "b", true},
    {" a , b\tc", "c", true},
    {"localhost", "127.0.0.1", false},
    // addresses
    {"192.168.0.10", "192.168.0.10", true},
    {"192.168.0.10", "192.168.0.11", false},
    {"0.10", "192.168.0.10", false},
    {"::1", "::1", true},
    {"[::1]", "::1", true},
    {"0:0:0:0:0:0:0:1", "::1", true},
    {"fe80::1", "fe80::1%eth0", true},
    {"10.0.0.1", "::ffff:10.0.0.1", true},
    // ranges
    {"192.168.0.0/16", "192.168.0.10", true},
    {"192.168.0.0/16", "192.169.0.10", false},
    {"192.168.3.7/16", "192.168.0.10", true},
    {"10.0.0.0/9", "10.127.255.255", true},
    {"10.0.0.0/9", "10.128.0.0", false},
    {"10.0.0.1/32", "10.0.0.1", true},
    {"10.0.0.1/32", "10.0.0.0", false},
    {"0.0.0.0/0", "1.2.3.4", true},
    {"0.0.0.0/0", "2001:db8::1", false},
    {"2001:db8::/32", "2001:db8:ffff::1", true},
    {"2001:db8::/32", "2001:db9::1", false},
    {"::/0", "2001:db8::1", true},
    {"fc00::/7", "fdff::1", true},
    // of their own family only, to which mapped addresses belong by their IPv4
    {"::/0", "1.2.3.4", false},
    {"::/0", "::ffff:1.2.3.4", false},
    {"::/80", "10.0.0.1", false},
    {"::/0, 0.0.0.0/0", "1.2.3.4", true},
    {"0.0.0.0/0", "::ffff:1.2.3.4", true},
    {"::ffff:0:0/96", "1.2.3.4", true},
    {"::ffff:0:0/96", "::ffff:1.2.3.4", true},
    {"::ffff:0:0/96", "2001:db8::1", false},
    {"::ffff:10.0.0.0/104", "10.255.0.1", true},
    {"::ffff:10.0.0.0/104", "11.0.0.1", false},
    // nonsense matches nothing
    {"10.0.0.0/33", "10.0.0.0", false},
    {"10.0.0.0/-1", "10.0.0.0", false},
    {"10.0.0.0/x", "10.0.0.0", false},
    {"10.0.0.0/", "10.0.0.0", false},
    {"::/129", "::1", false},
    {"h/8", "h", false},
    {",,,", "h", false},
    {".", "h", false},
};
INSTANTIATE_TEST_SUITE_P(Cases, NoProxyList, testing::ValuesIn(cases));

}  // namespace
}  // namespace outrider
