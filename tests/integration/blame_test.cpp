// Settled blame (contract, section 5): the run's other probes tell whose fault it is, whatever the kind of
// proxy.
#include "cases.hpp"
#include "certificates.hpp"
#include "lab.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <set>

namespace integration {
namespace {

struct Kind {
    const char* name;
    bool http;
    const char* down;     ///< outcome and error where the target refuses
    const char* dropped;  ///< where it closes at once
};
const Kind kinds[] = {
    {"http", true, "proxy_error/proxy_bad_gateway", "network_error/tls_handshake"},
    {"https", true, "proxy_error/proxy_bad_gateway", "network_error/tls_handshake"},
    {"socks4", false, "proxy_error/proxy_bad_gateway", "network_error/connection_closed"},
    {"socks4a", false, "proxy_error/proxy_bad_gateway", "network_error/connection_closed"},
    {"socks5", false, "network_error/connect_refused", "network_error/connection_closed"},
    {"socks5h", false, "network_error/connect_refused", "network_error/connection_closed"},
};

/// A target that closes connections from the given addresses ("127.0.0.1" is direct) as soon as they ask.
/// Behind CONNECT it speaks TLS, so that none of its answers is the proxy's own.
class Target {
public:
    Target(const std::set<std::string>& from, bool tls)
        : origin_(tls ? std::make_unique<ScriptedServer>(answer(response(200)), tls_with("server"))
                      : std::make_unique<ScriptedServer>(answer(response(200)))),
          door_([this, from](Peer& peer) {
              if (!from.contains(peer.address())) return peer.tunnel(origin_->port());
              peer.read_some();
          }),
          scheme_(tls ? "https://" : "http://") {}
    std::string url() const { return scheme_ + host_port(door_.port()) + "/"; }

private:
    std::unique_ptr<ScriptedServer> origin_;
    ScriptedServer door_;
    std::string scheme_;
};

/// "failed 2 usable 2 ", by name.
std::string verdicts(const Report& report) {
    const nlohmann::json by_name = report["dispatch"]["verdicts"];
    std::string text;
    for (const auto& [verdict, count] : by_name.items())
        text += verdict + " " + count.dump() + " ";
    return text;
}

class Blame : public ::testing::TestWithParam<Kind> {
protected:
    const Lab lab_;

    /// Four working proxies of the kind, each leaving from an address of its own.
    std::vector<std::string> names() const {
        const std::string kind = GetParam().name;
        return {kind, kind + "-auth", kind + "-odd-login", kind + "-needs-login"};
    }
    std::string url(const std::string& name) const {
        const std::string kind = GetParam().name;
        if (name != kind + "-needs-login") return lab_.proxy(name);
        const std::string listed =
            lab_.proxy(kind + "-auth");  // scheme://user-KIND-auth:s3cr3t-KIND-auth@...
        std::string user = listed.substr(0, listed.rfind('@') + 1);
        for (std::size_t at; (at = user.find("-auth")) != std::string::npos;)
            user.replace(at, 5, "-needs-login");
        return user + lab_.addresses().at("proxies").at(name).at("address").get<std::string>();
    }
    std::vector<std::string> proxies(std::size_t count) const {
        std::vector<std::string> arguments;
        for (std::size_t i = 0; i < count; ++i)
            arguments.insert(arguments.end(), {"-x", url(names()[i])});
        return arguments;
    }

    Target dropping(const std::set<std::string>& from) const { return Target(from, GetParam().http); }
    std::string scheme() const { return GetParam().http ? "https" : "http"; }

    Report run_with(const std::string& target, std::vector<std::string> options, bool direct) const {
        options.insert(options.begin(), target);
        if (GetParam().http && std::string(GetParam().name) == "http")
            options.insert(options.end(), {"--cacert", certificate("ca")});
        if (std::string(GetParam().name) == "https")
            options.insert(options.end(), {"--insecure", "--proxy-insecure"});
        if (direct) options.push_back("--direct");
        return probe(options);
    }
    std::string down(const char* blame) const { return GetParam().down + ("/" + std::string(blame)); }
    std::string dropped(const char* blame) const { return GetParam().dropped + ("/" + std::string(blame)); }
};

TEST_P(Blame, TargetThatIsDown) {
    const ClosedPort closed;
    const std::string target = scheme() + "://" + host_port(closed.port()) + "/";
    for (const bool direct : {false, true}) {
        const Report report = run_with(target, proxies(3), direct);
        for (std::size_t i = 0; i < 3; ++i)
            EXPECT_EQ(report.verdict(i), down("target")) << report.result(i);
        EXPECT_EQ(report.verdict(3), direct ? "network_error/connect_refused/target" : "no such result");
        EXPECT_EQ(verdicts(report), "unproven 3 ");
        EXPECT_EQ(report.exit.code, 2);
    }
}

TEST_P(Blame, ASingleProxyTellsNothing) {
    const ClosedPort closed;
    const std::string target = scheme() + "://" + host_port(closed.port()) + "/";
    EXPECT_EQ(run_with(target, proxies(1), false).verdict(), down("-"));
    EXPECT_EQ(run_with(target, proxies(1), true).verdict(0), down("-"))
        << "the control did not reach it either";
}

TEST_P(Blame, TargetThatDropsHalfTheProxies) {
    const Target target = dropping({lab_.exit_of(names()[1]), lab_.exit_of(names()[3])});
    for (const bool direct : {false, true}) {
        const Report report = run_with(target.url(), proxies(4), direct);
        EXPECT_EQ(report.verdict(0), "success/-/-") << report.result(0);
        EXPECT_EQ(report.verdict(1), dropped("proxy")) << report.result(1);
        EXPECT_EQ(report.verdict(2), "success/-/-");
        EXPECT_EQ(report.verdict(3), dropped("proxy"));
        EXPECT_EQ(verdicts(report), "failed 2 usable 2 ");
    }
}

TEST_P(Blame, HalfOfTheOthersIsEnough) {
    const Target target = dropping({lab_.exit_of(names()[1]), lab_.exit_of(names()[2])});
    const Report report = run_with(target.url(), proxies(3), false);
    EXPECT_EQ(report.verdict(1), dropped("proxy")) << "one of two others reached it";
}

TEST_P(Blame, TargetThatDropsMostProxies) {
    const Target target =
        dropping({lab_.exit_of(names()[1]), lab_.exit_of(names()[2]), lab_.exit_of(names()[3])});
    const Report without = run_with(target.url(), proxies(4), false);
    EXPECT_EQ(without.verdict(0), "success/-/-");
    EXPECT_EQ(without.verdict(1), dropped("target")) << "one of three others reached it";
    const Report with = run_with(target.url(), proxies(4), true);
    EXPECT_EQ(with.verdict(1), dropped("proxy")) << "the control reached it";
    EXPECT_EQ(with.text("/targets/0/control"), R"("success")");
    EXPECT_EQ(with.text("/run/controls"), "1");
}

TEST_P(Blame, WellTargetBehindHalfDeadProxies) {
    const Target target = dropping({});
    std::vector<std::string> options = proxies(2);
    const std::string kind = GetParam().name;
    options.insert(options.end(), {"-x", lab_.proxy(kind + "-dead"), "-x", lab_.proxy(kind + "-silent"),
                                   "--connect-timeout", "1s", "--read-timeout", "1s"});
    for (const bool direct : {false, true}) {
        const Report report = run_with(target.url(), options, direct);
        EXPECT_EQ(report.verdict(0), "success/-/-");
        EXPECT_EQ(report.verdict(1), "success/-/-");
        EXPECT_EQ(report.verdict(2), "proxy_error/proxy_connect_refused/proxy");
        EXPECT_EQ(report.verdict(3), "proxy_error/proxy_timeout/proxy");
        EXPECT_EQ(report.text("/summary/success_rate"), "0.5");
        EXPECT_EQ(report.text("/diagnosis/state"), R"("DEGRADED")") << "0.5 is not below 0.5";
        EXPECT_EQ(verdicts(report), "failed 2 usable 2 ");
    }
}

// Proxies that never got as far as the target say nothing about it.
TEST_P(Blame, DeadProxiesAreNoWitnesses) {
    const Target target = dropping({lab_.exit_of(names()[0])});
    const std::string kind = GetParam().name;
    std::vector<std::string> options = proxies(1);
    options.insert(options.end(), {"-x", lab_.proxy(kind + "-dead")});
    EXPECT_EQ(run_with(target.url(), options, false).verdict(0), dropped("-"));
}

TEST(Report, VerdictsStandByName) {
    const ClosedPort closed;
    const ScriptedServer proxy(answer(response(200)));
    const Report report = probe({"http://t.invalid/", "-x", "http://" + host_port(proxy.port()), "-x",
                                 "http://" + host_port(closed.port())});
    EXPECT_EQ(report.text("/dispatch/verdicts"), R"({"failed":1,"usable":1})");
}

INSTANTIATE_TEST_SUITE_P(Every, Blame, ::testing::ValuesIn(kinds), CaseName());

}  // namespace
}  // namespace integration
