// The seed's example through the lab's proxies of every kind, and what each does wrong.
#include "cases.hpp"
#include "lab.hpp"
#include "seed_example.hpp"

#include <gtest/gtest.h>

namespace integration {
namespace {

struct Kind {
    const char* name;
    bool http;      ///< an HTTP proxy
    bool password;  ///< knows passwords, and can say that they are wrong
};
const Kind kinds[] = {
    {"http", true, true},      {"https", true, true},   {"socks4", false, false},
    {"socks4a", false, false}, {"socks5", false, true}, {"socks5h", false, true},
};

class LabProxies : public ::testing::TestWithParam<Kind> {
protected:
    const Lab lab_;

    std::string proxy(const std::string& variant) const { return lab_.proxy(GetParam().name + variant); }
    Report run_seed(const std::string& origin, const std::string& variant) const {
        std::vector<std::string> arguments = seed_targets(origin);
        arguments.insert(arguments.end(), {"-x", proxy(variant), "--cacert", lab_.ca()});
        return probe(arguments);
    }
    /// What a probe through that proxy comes to, for a target with and without TLS.
    std::string verdict(const std::string& target, const std::string& variant) const {
        return probe({target, "-x", proxy(variant), "--cacert", lab_.ca(), "--connect-timeout", "1500ms",
                      "--read-timeout", "1500ms"})
            .verdict();
    }
    void expect_verdict(const std::string& variant, const std::string& expected) const {
        EXPECT_EQ(verdict(lab_.url("/status/200"), variant), expected) << variant << ", plain target";
        EXPECT_EQ(verdict(lab_.tls_url("/status/200"), variant), expected) << variant << ", TLS target";
    }
};

TEST_P(LabProxies, SeedExample) {
    expect_seed_diagnosis(run_seed(lab_.url(""), ""));
}

TEST_P(LabProxies, SeedExampleOverTls) {
    expect_seed_diagnosis(run_seed(lab_.tls_url(""), ""));
}

TEST_P(LabProxies, SeedExampleWithCredentials) {
    expect_seed_diagnosis(run_seed(lab_.url(""), "-auth"));
    expect_seed_diagnosis(run_seed(lab_.tls_url(""), "-auth"));
}

TEST_P(LabProxies, OddCredentials) {
    expect_verdict("-odd-login", "success/-/-");
}

TEST_P(LabProxies, MissingAndWrongCredentials) {
    if (!GetParam().password) {
        expect_verdict("-needs-login", "proxy_error/proxy_refused/proxy");
        expect_verdict("-wrong-login", "proxy_error/proxy_refused/proxy");
        return;
    }
    expect_verdict("-needs-login", "proxy_error/proxy_auth_required/proxy");
    expect_verdict("-wrong-login", "proxy_error/proxy_auth_failed/proxy");
}

TEST_P(LabProxies, DeadAndSilent) {
    expect_verdict("-dead", "proxy_error/proxy_connect_refused/proxy");
    EXPECT_EQ(verdict(lab_.tls_url("/"), "-silent"), "proxy_error/proxy_timeout/proxy");
    // In absolute form the proxy's part ends with the connection: silence is the answer's.
    EXPECT_EQ(verdict(lab_.url("/"), "-silent"),
              GetParam().http ? "network_error/read_timeout/-" : "proxy_error/proxy_timeout/proxy");
}

TEST_P(LabProxies, Refusing) {
    EXPECT_EQ(verdict(lab_.tls_url("/"), "-refuses"), "proxy_error/proxy_refused/proxy");
    EXPECT_EQ(verdict(lab_.tls_url("/"), "-bad-gateway"), "proxy_error/proxy_bad_gateway/-");
    EXPECT_EQ(verdict(lab_.tls_url("/"), "-garbage"), "proxy_error/proxy_protocol/proxy");
}

TEST_P(LabProxies, TheOriginJudgesTheExit) {
    EXPECT_EQ(verdict(lab_.url("/waf"), ""), "success/-/-");
    EXPECT_EQ(verdict(lab_.url("/waf"), "-banned"), "banned/-/target");
    EXPECT_EQ(verdict(lab_.url("/waf"), "-throttled"), "rate_limited/-/target");
    const Report report = probe({lab_.url("/ip"), "-x", proxy(""), "--expect-body",
                                 lab_.exit_of(GetParam().name), "--cacert", lab_.ca()});
    EXPECT_EQ(report.verdict(), "success/-/-") << "it leaves from an address of its own";
}

// Names that only the proxy knows: HTTP proxies, 4a and 5h ask it; 4 and 5 look them up here, and find
// nothing.
TEST_P(LabProxies, NamesThatOnlyTheProxyKnows) {
    const std::string kind = GetParam().name;
    if (kind == "socks4" || kind == "socks5") return SUCCEED() << "resolves here";
    EXPECT_EQ(verdict("http://only-proxy-knows.invalid/status/200", ""), "success/-/-");
    EXPECT_EQ(verdict("https://only-proxy-knows.invalid/status/200", ""), "success/-/-");
}

INSTANTIATE_TEST_SUITE_P(Every, LabProxies, ::testing::ValuesIn(kinds), CaseName());

}  // namespace
}  // namespace integration
