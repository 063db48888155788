#include "outrider/net/address.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

bool global(const char* text) {
    return is_globally_reachable(boost::asio::ip::make_address(text));
}

TEST(Address, ordinary_addresses_are_global) {
    for (const char* text : {"1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.0", "172.15.255.255",
                             "172.32.0.0", "192.0.0.9", "192.0.0.10", "192.167.255.255", "198.17.255.255",
                             "198.20.0.0", "223.255.255.255", "2606:4700::1111", "2001:4860:4860::8888",
                             "2001:3::1", "2001:20::1", "2001:1::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"}) {
        EXPECT_TRUE(global(text)) << text;
    }
}

TEST(Address, special_purpose_addresses_are_not) {
    for (const char* text : {"0.0.0.0",
                             "10.0.0.1",
                             "100.64.0.1",
                             "100.127.255.255",
                             "127.0.0.1",
                             "169.254.169.254",
                             "172.16.0.1",
                             "172.31.255.255",
                             "192.0.0.1",
                             "192.0.2.1",
                             "192.168.1.1",
                             "198.18.0.1",
                             "198.19.255.255",
                             "198.51.100.1",
                             "203.0.113.1",
                             "224.0.0.1",
                             "240.0.0.1",
                             "255.255.255.255",
                             "::",
                             "::1",
                             "fe80::1",
                             "fc00::1",
                             "fd12::1",
                             "ff02::1",
                             "2001:db8::1",
                             "2001::1",
                             "2001:2::1",
                             "2002:7f00:1::",
                             "3fff::1",
                             "100::1",
                             "5f00::1",
                             "64:ff9b:1::1",
                             "::ffff:127.0.0.1",
                             "::ffff:10.1.2.3",
                             "64:ff9b::10.0.0.1",
                             "64:ff9b::7f00:1"}) {
        EXPECT_FALSE(global(text)) << text;
    }
}

}  // namespace
}  // namespace outrider
