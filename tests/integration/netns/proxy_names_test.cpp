// What real HTTP proxies say of a name that they do not find (in a network of their own).
#include "dns_server.hpp"
#include "outrider.hpp"
#include "private_network.hpp"
#include "real_servers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace integration {
namespace {

class ProxyNames : public ::testing::Test {
protected:
    static Report through(const ServerPtr& proxy) {
        return probe({"http://nowhere.example/", "-x", proxy->proxy_url("http")});
    }
    static std::string detail(const Report& report) { return report.result()["detail"].dump(); }

    const PrivateNetwork network_;
    const DnsServer dns_{{}, DnsAnswer{DnsAnswer::Kind::no_such_name}};
};

TEST_F(ProxyNames, UnknownToSquid) {
    const Report report = through(start_squid());
    EXPECT_EQ(report.verdict(), "proxy_error/proxy_bad_gateway/-");
    // Squid 5.7 calls it a read error, with 502; others a DNS failure, with 503.
    EXPECT_THAT(detail(report), ::testing::HasSubstr("(X-Squid-Error: ERR_"));
}

// These two have other codes for it than those of a gateway.
TEST_F(ProxyNames, UnknownToTinyproxy) {
    const Report report = through(start_tinyproxy());
    EXPECT_EQ(report.verdict(), "proxy_error/proxy_error_page/proxy");
    EXPECT_THAT(detail(report), ::testing::HasSubstr("proxy answered 500 (Server: tinyproxy/"));
}

TEST_F(ProxyNames, UnknownToPrivoxy) {
    const Report report = through(start_privoxy("blocked.test"));
    EXPECT_EQ(report.verdict(), "proxy_error/proxy_error_page/proxy");
    EXPECT_THAT(detail(report), ::testing::HasSubstr("proxy answered 404 ("));
}

}  // namespace
}  // namespace integration
