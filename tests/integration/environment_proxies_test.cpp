// --proxy-from-env: http_proxy, https_proxy, all_proxy, no_proxy, and when they count.
#include "cases.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace integration {
namespace {

class EnvironmentProxies : public ::testing::Test {
protected:
    const RecordingServer proxy_;
    const RecordingServer direct_;
    const std::string through_ = "http://" + host_port(proxy_.port());

    Report run_with(std::map<std::string, std::string> env, std::vector<std::string> arguments) {
        ProcessOptions options;
        options.env = std::move(env);
        return probe(std::move(arguments), options);
    }
};

TEST_F(EnvironmentProxies, CountOnlyWhereAskedFor) {
    const std::map<std::string, std::string> env{{"http_proxy", through_}, {"all_proxy", through_}};
    EXPECT_TRUE(run_with(env, {direct_.url()}).result()["proxy"].is_null());
    EXPECT_EQ(proxy_.requests().size(), 0U);
    EXPECT_EQ(run_with(env, {direct_.url(), "--proxy-from-env"}).result()["proxy"], 0);
    EXPECT_EQ(proxy_.requests().size(), 1U);
}

TEST_F(EnvironmentProxies, AListWins) {
    const ClosedPort closed;
    const Report report = run_with({{"http_proxy", "http://" + host_port(closed.port())}},
                                   {direct_.url(), "--proxy-from-env", "-x", through_});
    EXPECT_EQ(report["proxies"].size(), 1U);
    EXPECT_EQ(report.verdict(), "success/-/-");
}

TEST_F(EnvironmentProxies, LowerCaseFirstAndNeverHttpProxyInCapitals) {
    const std::string closed = "http://127.0.0.1:1";
    EXPECT_TRUE(run_with({{"HTTP_PROXY", through_}}, {direct_.url(), "--proxy-from-env"})
                    .result()["proxy"]
                    .is_null());
    const Report upper = run_with({{"ALL_PROXY", through_}}, {direct_.url(), "--proxy-from-env"});
    EXPECT_EQ(upper.verdict(), "success/-/-");
    EXPECT_EQ(upper.result()["proxy"], 0);
    const Report both =
        run_with({{"ALL_PROXY", closed}, {"all_proxy", through_}}, {direct_.url(), "--proxy-from-env"});
    EXPECT_EQ(both.verdict(), "success/-/-");
}

TEST_F(EnvironmentProxies, EachForItsScheme) {
    const Report report = run_with({{"https_proxy", "http://127.0.0.1:1"}, {"http_proxy", through_}},
                                   {direct_.url(), "https://t.invalid/", "--proxy-from-env"});
    EXPECT_EQ(report["run"]["planned"], 2);
    EXPECT_EQ(report.verdict(0), "success/-/-");
    EXPECT_EQ(report.verdict(1), "proxy_error/proxy_connect_refused/proxy");
}

TEST_F(EnvironmentProxies, NoneSetMeansDirect) {
    const Report report = run_with({}, {direct_.url(), "--proxy-from-env"});
    EXPECT_EQ(report.verdict(), "success/-/-");
    EXPECT_TRUE(report.result()["proxy"].is_null());
}

struct Exempt {
    const char* name;
    const char* no_proxy;
    const char* host;
    bool direct;
};
class NoProxy : public ::testing::TestWithParam<Exempt> {};

TEST_P(NoProxy, GoesDirect) {
    const RecordingServer proxy;
    const ClosedPort closed;  // where the target itself is, were it asked directly
    const std::string port = std::to_string(closed.port());
    const std::string host = GetParam().host;
    ProcessOptions options;
    options.env = {{"http_proxy", "http://" + host_port(proxy.port())}, {"no_proxy", GetParam().no_proxy}};
    const Report report =
        probe({"http://" + host + ":" + port + "/", "--proxy-from-env", "--direct", "--resolve",
               "deep.name.test:" + port + ":127.0.0.1", "--resolve", "name.test:" + port + ":127.0.0.1",
               "--resolve", "othername.test:" + port + ":127.0.0.1"},
              options);
    EXPECT_EQ(report["run"]["controls"], GetParam().direct ? 0 : 1) << "a no_proxy target gets no control";
    EXPECT_EQ(report.result()["proxy"].is_null(), GetParam().direct);
    EXPECT_EQ(proxy.requests().size(), GetParam().direct ? 0U : 1U);
}
const Exempt exemptions[] = {
    {"name", "name.test", "name.test", true},
    {"subdomain", "name.test", "deep.name.test", true},
    {"leading_dot", ".name.test", "deep.name.test", true},
    {"no_suffix_within_a_label", "name.test", "othername.test", false},
    {"address", "127.0.0.1", "127.0.0.1", true},
    {"network", "127.0.0.0/8", "127.1.2.3", true},
    {"other_network", "192.168.0.0/16", "127.1.2.3", false},
    {"network_of_ipv6", "::/0", "[::1]", true},
    {"among_others", "a.test, 10.0.0.0/8 ,name.test", "name.test", true},
};
INSTANTIATE_TEST_SUITE_P(EnvironmentProxies, NoProxy, ::testing::ValuesIn(exemptions), CaseName());

}  // namespace
}  // namespace integration
