// The seed's example through real proxies of every kind, with and without credentials: the diagnosis is the
// same.
#include "cases.hpp"
#include "certificates.hpp"
#include "lab.hpp"
#include "real_servers.hpp"
#include "secrets.hpp"
#include "seed_example.hpp"

#include <gtest/gtest.h>

namespace integration {
namespace {

using Start = ServerPtr (*)(const Auth&);
using Front = ServerPtr (*)(std::uint16_t);

struct Way {
    const char* name;
    const char* scheme;
    Start start;
    Front front;           ///< what speaks TLS in front of it, where the proxy is an https one
    const char* down;      ///< what it says of a target that refuses: of a plain one ...
    const char* down_tls;  ///< ... and of one with TLS
};

ServerPtr squid(const Auth& auth) {
    return start_squid(auth);
}
ServerPtr tinyproxy(const Auth& auth) {
    return start_tinyproxy(auth);
}

constexpr const char* bad_gateway = "proxy_error/proxy_bad_gateway/-";
constexpr const char* refused = "network_error/connect_refused/-";
constexpr const char* own_page = "proxy_error/proxy_error_page/proxy";  // tinyproxy answers 500, not 502
constexpr const char* no_tunnel = "proxy_error/proxy_refused/proxy";

const Way ways[] = {
    {"http_squid", "http", squid, nullptr, bad_gateway, bad_gateway},
    {"http_tinyproxy", "http", tinyproxy, nullptr, own_page, no_tunnel},
    {"https_stunnel_squid", "https", squid, start_stunnel, bad_gateway, bad_gateway},
    {"https_haproxy_tinyproxy", "https", tinyproxy, start_haproxy, own_page, no_tunnel},
    {"socks4_danted", "socks4", start_danted, nullptr, bad_gateway, bad_gateway},
    {"socks4a_danted", "socks4a", start_danted, nullptr, bad_gateway, bad_gateway},
    {"socks5_danted", "socks5", start_danted, nullptr, refused, refused},
    {"socks5h_danted", "socks5h", start_danted, nullptr, refused, refused},
    {"socks5_microsocks", "socks5", start_microsocks, nullptr, refused, refused},
    {"socks5h_microsocks", "socks5h", start_microsocks, nullptr, refused, refused},
};

const Credentials ada{"ada", secret("real-proxy")};

/// A running proxy of that way, and how outrider is told of it.
class Route {
public:
    Route(const Way& way, const Auth& auth)
        : proxy_(way.start(auth)), front_(way.front ? way.front(proxy_->port()) : nullptr), way_(way) {}

    std::string url(const Auth& auth) const {
        return (front_ ? *front_ : *proxy_).proxy_url(way_.scheme, auth);
    }

private:
    ServerPtr proxy_;
    ServerPtr front_;
    const Way& way_;
};

/// SOCKS4 knows no password: a SOCKS4 user is only told, and danted asks for none.
bool has_passwords(const Way& way) {
    return std::string(way.scheme).substr(0, 6) != "socks4";
}

class RealProxies : public ::testing::TestWithParam<Way> {
protected:
    Report run_seed(const std::string& origin, const std::string& proxy) const {
        std::vector<std::string> arguments = seed_targets(origin);
        arguments.insert(arguments.end(), {"-x", proxy, "--cacert", certificate("ca")});
        return probe(arguments);
    }

    const Way& way() const { return GetParam(); }
    const Lab lab_;
    /// A real origin with TLS; the lab behind it knows how to be slow and to throttle.
    const ServerPtr nginx_ = start_nginx("location / { proxy_pass http://" + lab_.at("origin") + "; }");
};

TEST_P(RealProxies, PlainTargets) {
    const Route route(way(), std::nullopt);
    const Report report = run_seed(lab_.url(""), route.url(std::nullopt));
    expect_seed_diagnosis(report);
    EXPECT_EQ(report.text("/dispatch/tested_proxies"), "1");
    EXPECT_EQ(report.text("/dispatch/usable_proxies"), "1");
    EXPECT_EQ(report.text("/proxies/0/verdict"), R"("usable")");
}

TEST_P(RealProxies, TlsTargets) {
    const Route route(way(), std::nullopt);
    const Report report = run_seed(nginx_->proxy_url("https"), route.url(std::nullopt));
    expect_seed_diagnosis(report);
    EXPECT_TRUE(report.result()["phases_ms"]["tls"].is_number_float()) << report.result();
    EXPECT_TRUE(report.result()["phases_ms"]["proxy"].is_number_float()) << report.result();
}

TEST_P(RealProxies, WithCredentials) {
    if (!has_passwords(way())) {
        const Route route(way(), std::nullopt);
        expect_seed_diagnosis(run_seed(lab_.url(""), route.url(ada)));
        return;
    }
    const Route route(way(), ada);
    const Report plain = run_seed(lab_.url(""), route.url(ada));
    expect_seed_diagnosis(plain);
    EXPECT_NE(plain.text("/proxies/0/proxy").find("://ada:***@127.0.0.1:"), std::string::npos);
    expect_seed_diagnosis(run_seed(nginx_->proxy_url("https"), route.url(ada)));
}

TEST_P(RealProxies, WithoutTheCredentialsThatItAsksFor) {
    if (!has_passwords(way())) return SUCCEED() << "SOCKS4 has none";
    const Route route(way(), ada);
    const Credentials wrong{"ada", secret("wrong")};
    for (const std::string& origin : {lab_.url(""), nginx_->proxy_url("https")}) {
        const Report none =
            probe({origin + "/status/200", "-x", route.url(std::nullopt), "--cacert", certificate("ca")});
        EXPECT_EQ(none.verdict(), "proxy_error/proxy_auth_required/proxy") << none.result();
        EXPECT_EQ(none.exit.code, 2);
        const Report bad =
            probe({origin + "/status/200", "-x", route.url(wrong), "--cacert", certificate("ca")});
        EXPECT_EQ(bad.verdict(), "proxy_error/proxy_auth_failed/proxy") << bad.result();
    }
}

// The name is looked up where the contract says: there for 4a, 5h and HTTP, here for 4 and 5.
TEST_P(RealProxies, TargetByName) {
    const Route route(way(), std::nullopt);
    const std::string port = lab_.at("origin").substr(lab_.at("origin").find(':'));
    const Report report = probe({"http://localhost" + port + "/status/200", "-4", "-x",
                                 route.url(std::nullopt), "--cacert", certificate("ca")});
    // danted takes the address of SOCKS4a that means "see the name" for one, and cannot reach it.
    const bool knows_names = std::string(way().scheme) != "socks4a";
    EXPECT_EQ(report.verdict(), knows_names ? "success/-/-" : bad_gateway) << report.result();
}

TEST_P(RealProxies, TargetThatIsDown) {
    const Route route(way(), std::nullopt);
    const ClosedPort closed;
    const auto verdict = [&](const std::string& scheme) {
        return probe({scheme + host_port(closed.port()), "-x", route.url(std::nullopt), "--cacert",
                      certificate("ca")})
            .verdict();
    };
    EXPECT_EQ(verdict("http://"), way().down);
    EXPECT_EQ(verdict("https://"), way().down_tls);
}

INSTANTIATE_TEST_SUITE_P(Every, RealProxies, ::testing::ValuesIn(ways), CaseName());

}  // namespace
}  // namespace integration
