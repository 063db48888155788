#include "outrider/wire/tunnel_target.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

using namespace std::string_literals;

TEST(TunnelTarget, IsCheckedBeforeItIsEncoded) {
    for (const std::string& host : {"a"s, "a.test."s, "::1"s, "xn--bcher-kva.test"s, std::string(255, 'a')}) {
        EXPECT_FALSE(unsupported({host, 80})) << host;
    }
    for (const std::string& host : {""s, "a b"s, "a\r"s, "a\n"s, "a\0b"s, "\x7f"s, std::string(256, 'a')}) {
        const std::optional<Fail> fail = unsupported({host, 80});
        ASSERT_TRUE(fail) << host;
        EXPECT_EQ(fail->error, Error::proxy_unsupported);
    }
}

TEST(TunnelTarget, LosesItsZone) {
    EXPECT_EQ(without_zone({"fe80::1%eth0", 80}).host, "fe80::1");
    EXPECT_EQ(without_zone({"a.test", 80}).host, "a.test");
}

TEST(TunnelTarget, AddressesBecomeBytes) {
    EXPECT_EQ(ipv4_bytes("127.0.0.1"), (Ipv4Bytes{127, 0, 0, 1}));
    EXPECT_FALSE(ipv4_bytes("127.1"));
    EXPECT_FALSE(ipv4_bytes("a.test"));
    EXPECT_EQ(ipv6_bytes("::1"), (Ipv6Bytes{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}));
    EXPECT_FALSE(ipv6_bytes("127.0.0.1"));
}

TEST(TunnelTarget, PortsAreBigEndian) {
    std::string bytes;
    append_port(bytes, 8080);
    append_port(bytes, 255);
    EXPECT_EQ(bytes, "\x1f\x90\x00\xff"s);
}

}  // namespace
}  // namespace outrider
