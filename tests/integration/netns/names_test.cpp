// Names: whose fault it is that one cannot be looked up, and who is asked (in a network of their own).
#include "dns_server.hpp"
#include "outrider.hpp"
#include "private_network.hpp"
#include "scripted_server.hpp"

#include <gtest/gtest.h>

namespace integration {
namespace {

using Kind = DnsAnswer::Kind;
using namespace std::chrono_literals;

const DnsAnswer silence{Kind::silence};
const DnsAnswer no_such_name{Kind::no_such_name};
const DnsAnswer here{Kind::address, "127.0.0.1"};

class Names : public ::testing::Test {
protected:
    const PrivateNetwork network_;
    const ScriptedServer server_{answer(response(200))};

    std::string url(const std::string& name, const std::string& path = "/") const {
        return "http://" + name + ":" + std::to_string(server_.port()) + path;
    }
};

TEST_F(Names, AreLookedUp) {
    const DnsServer dns({{"good.example", here}});
    const Report report = probe({url("good.example")});
    EXPECT_EQ(report.verdict(), "success/-/-");
    EXPECT_TRUE(report.result()["phases_ms"]["dns"].is_number_float());
}

TEST_F(Names, UnknownOnesAreTheTargetsFault) {
    const DnsServer dns({}, no_such_name);
    EXPECT_EQ(probe({url("gone.example")}).verdict(), "network_error/dns_failure/target");
}

TEST_F(Names, WithoutAnAddressOfTheFamily) {
    const DnsServer dns({{"six.example", {Kind::address, "::1"}}});
    EXPECT_EQ(probe({url("six.example"), "-4"}).verdict(), "network_error/dns_failure/target");
}

TEST_F(Names, ADeadServerIsThisMachinesTrouble) {
    const DnsServer dns({}, silence);
    const Report report = probe({url("any.example"), "--connect-timeout", "1s"});
    EXPECT_EQ(report.verdict(), "local_error/dns_timeout/local");
    EXPECT_EQ(report.exit.code, 2);
    EXPECT_EQ(report.text("/diagnosis/reasons/0/rule"), R"("no_evidence")");
    EXPECT_EQ(report.text("/run/completed"), "0");
}

TEST_F(Names, OneThatAnotherAnswerShowsToBeTheNamesOwnTrouble) {
    const DnsServer dns({{"good.example", here}}, silence);
    const Report report = probe({url("good.example"), url("slow.example"), "--connect-timeout", "1s"});
    EXPECT_EQ(report.verdict(0), "success/-/-");
    EXPECT_EQ(report.verdict(1), "network_error/dns_timeout/target");
}

TEST_F(Names, ADefiniteNoIsAnAnswerToo) {
    const DnsServer dns({{"gone.example", no_such_name}}, silence);
    const Report report = probe({url("gone.example"), url("slow.example"), "--connect-timeout", "1s"});
    EXPECT_EQ(report.verdict(1), "network_error/dns_timeout/target");
}

TEST_F(Names, ServerFailures) {
    for (const Kind kind : {Kind::server_failure, Kind::refused}) {
        const DnsServer dns({{"good.example", here}}, {kind});
        const Report alone = probe({url("bad.example"), "--connect-timeout", "2s"});
        EXPECT_EQ(alone.verdict(), "local_error/dns_unavailable/local");
        EXPECT_EQ(alone.result()["detail"], std::string("bad.example: the DNS server answered ") +
                                                (kind == Kind::refused ? "REFUSED" : "SERVFAIL"));
        EXPECT_EQ(probe({url("bad.example"), url("good.example"), "--connect-timeout", "2s"}).verdict(),
                  "network_error/dns_unavailable/target");
    }
}

TEST_F(Names, NoServerAtAll) {
    const Report report = probe({url("any.example"), "--connect-timeout", "2s"});
    EXPECT_EQ(report.result()["outcome"], "local_error");
}

TEST_F(Names, LiteralsAndTheHostsFileAreNoLookups) {
    const DnsServer dns({}, silence);
    const Report report =
        probe({url("localhost"), url("127.0.0.1"), url("given.example"), url("slow.example"), "--resolve",
               "given.example:" + std::to_string(server_.port()) + ":127.0.0.1", "--connect-timeout", "1s"});
    EXPECT_EQ(report.verdict(0), "success/-/-");
    EXPECT_EQ(report.verdict(1), "success/-/-");
    EXPECT_EQ(report.verdict(2), "success/-/-");
    EXPECT_EQ(report.verdict(3), "local_error/dns_timeout/local") << "none of these was an answer of the DNS";
    EXPECT_TRUE(report.result(2)["phases_ms"]["dns"].is_null());
}

TEST_F(Names, OfAProxy) {
    const DnsServer dns({{"proxy.example", here}, {"gone.example", no_such_name}}, silence);
    const std::string port = std::to_string(server_.port());
    const Report report =
        probe({"http://t.invalid/", "-x", "http://proxy.example:" + port, "-x", "http://gone.example:" + port,
               "-x", "http://slow.example:" + port, "--connect-timeout", "1s"});
    EXPECT_EQ(report.verdict(0), "success/-/-");
    EXPECT_EQ(report.verdict(1), "proxy_error/proxy_dns_failure/proxy");
    EXPECT_EQ(report.verdict(2), "proxy_error/proxy_dns_failure/proxy");
}

TEST_F(Names, OfAProxyBehindADeadServer) {
    const DnsServer dns({}, silence);
    const Report report =
        probe({"http://t.invalid/", "-x", "http://slow.example:1", "--connect-timeout", "1s"});
    EXPECT_EQ(report.verdict(), "local_error/dns_timeout/local");
}

TEST_F(Names, AProxyThatResolvesIsLeftToIt) {
    const DnsServer dns({}, no_such_name);
    EXPECT_EQ(
        probe({"http://only-proxy-knows.invalid/", "-x", "http://" + host_port(server_.port())}).verdict(),
        "success/-/-");
    for (const char* scheme : {"socks4a", "socks5h", "https"})
        probe({"http://only-proxy-knows.invalid/", "-x", scheme + ("://" + host_port(server_.port())),
               "--connect-timeout", "300ms"});
    EXPECT_EQ(dns.questions(), 0);
    const Report report = probe(
        {"http://gone.example/", "-x", "socks5://" + host_port(server_.port()), "--connect-timeout", "2s"});
    EXPECT_EQ(report.verdict(), "network_error/dns_failure/target") << "a lookup made here";
    EXPECT_GT(dns.questions("gone.example"), 0);
}

TEST_F(Names, AreAskedForOnce) {
    const DnsServer dns({{"good.example", here}});
    std::vector<std::string> arguments{"--attempts", "2"};
    for (int i = 0; i < 60; ++i)
        arguments.push_back(url("good.example", "/" + std::to_string(i)));
    EXPECT_EQ(probe(arguments).text("/summary/success_rate"), "1.0");
    EXPECT_LE(dns.questions("good.example"), static_cast<int>(std::thread::hardware_concurrency()))
        << "once a thread";
}

TEST_F(Names, ASlowOneHoldsUpNoOther) {
    DnsServer::Names names;
    std::vector<std::string> arguments{url("slow.example"), "--connect-timeout", "2s"};
    for (int i = 0; i < 50; ++i) {
        const std::string name = "good-" + std::to_string(i) + ".example";
        names[name] = here;
        arguments.push_back(url(name));
    }
    const DnsServer dns(names, silence);
    const Report report = probe(arguments);
    EXPECT_EQ(report.text("/summary/outcomes"), R"({"network_error":1,"success":50})");
    for (std::size_t i = 1; i <= 50; ++i)
        EXPECT_LT(report.result(i)["latency_ms"], 1900.0);
}

// RFC 8305: the address that works is not kept waiting by the one that does not.
TEST_F(Names, ADeadIpv6AddressDoesNotEatTheBudget) {
    const FullPort full;
    const ScriptedServer good(answer(response(200)), "127.0.0.2");
    const std::string port = std::to_string(good.port());
    const Report report =
        probe({"http://two.example:" + port + "/", "--resolve", "two.example:" + port + ":[::1]", "--resolve",
               "two.example:" + port + ":127.0.0.2"});
    EXPECT_EQ(report.verdict(), "success/-/-");
    EXPECT_EQ(report.result()["remote"], "127.0.0.2:" + port);
}

TEST_F(Names, NoRouteIsThisMachinesTrouble) {
    const Report report = probe({"http://192.0.2.1/"});
    EXPECT_EQ(report.verdict(), "local_error/local_network/local");
    EXPECT_EQ(report.exit.code, 2);
}

TEST_F(Names, APublicHostMayNotLeadInside) {
    PrivateNetwork::add_address("8.8.8.8/32");
    const DnsServer dns({{"public.example", {Kind::address, "8.8.8.8"}}, {"inside.example", here}});
    for (const std::string& inside : {url("127.0.0.1"), url("inside.example")}) {
        const ScriptedServer outside(
            [inside](Peer& peer) {
                peer.read_head();
                peer.send(response(302, "Location: " + inside + "\r\n", ""));
            },
            "8.8.8.8");
        const std::string start = "http://public.example:" + std::to_string(outside.port()) + "/";
        const int before = server_.connections();
        EXPECT_EQ(probe({start}).verdict(), "network_error/redirect_refused/target") << inside;
        EXPECT_EQ(server_.connections(), before);
        EXPECT_EQ(probe({start, "--allow-unsafe-redirects"}).verdict(), "success/-/-") << inside;
    }
}

}  // namespace
}  // namespace integration
