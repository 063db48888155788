// Which address of a name is connected to: --resolve, -4, -6, and names that have many.
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gtest/gtest.h>

namespace integration {
namespace {

class Addresses : public ::testing::Test {
protected:
    const ScriptedServer server_{answer(response(200))};
    const std::string port_ = std::to_string(server_.port());

    /// Probes a name that has these addresses.
    Report probe_name(const std::vector<std::string>& addresses,
                      std::vector<std::string> options = {}) const {
        options.insert(options.begin(), "http://name.test:" + port_ + "/");
        for (const std::string& address : addresses)
            options.insert(options.end(), {"--resolve", "name.test:" + port_ + ":" + address});
        return probe(options);
    }
};

TEST_F(Addresses, ResolveTakesThePlaceOfALookup) {
    const Report report = probe_name({"127.0.0.1"});
    EXPECT_EQ(report.verdict(), "success/-/-");
    EXPECT_EQ(report.result()["remote"], "127.0.0.1:" + port_);
    EXPECT_TRUE(report.result()["phases_ms"]["dns"].is_null());
}

TEST_F(Addresses, ThatRefuseMakeWayForOneThatAnswers) {
    EXPECT_EQ(probe_name({"[::1]", "127.0.0.9", "127.0.0.1"}).verdict(), "success/-/-");
}

TEST_F(Addresses, TwentyThatRefuse) {
    std::vector<std::string> addresses;
    for (int i = 2; i < 22; ++i)
        addresses.push_back("127.0.1." + std::to_string(i));
    EXPECT_EQ(probe_name(addresses).verdict(), "network_error/connect_refused/target");
}

TEST_F(Addresses, OfTheFamilyAskedFor) {
    const std::vector<std::string> both{"127.0.0.1", "[::1]"};
    EXPECT_EQ(probe_name(both, {"-4"}).verdict(), "success/-/-");
    EXPECT_EQ(probe_name(both, {"-6"}).verdict(), "network_error/connect_refused/target")
        << "nobody listens there";
    EXPECT_EQ(probe_name({"127.0.0.1"}, {"-6"}).verdict(), "network_error/dns_failure/target")
        << "none of its addresses is of this family";
}

TEST_F(Addresses, HoldForProxiesToo) {
    const Report report = probe({"http://t.invalid/", "-x", "http://proxy.test:" + port_, "--resolve",
                                 "proxy.test:" + port_ + ":127.0.0.1"});
    EXPECT_EQ(report.verdict(), "success/-/-");
    EXPECT_EQ(probe({"http://t.invalid/", "-6", "-x", "http://proxy.test:" + port_, "--resolve",
                     "proxy.test:" + port_ + ":127.0.0.1"})
                  .verdict(),
              "proxy_error/proxy_dns_failure/proxy");
}

}  // namespace
}  // namespace integration
