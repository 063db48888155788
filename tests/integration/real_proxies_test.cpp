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
    Front front;  ///< what speaks TLS in front of it, where the proxy is an https one
};

ServerPtr squid(const Auth& auth) {
    return start_squid(auth);
}

const Way ways[] = {
    {"http_squid", "http", squid, nullptr},
    {"http_tinyproxy", "http", start_tinyproxy, nullptr},
    {"https_stunnel_squid", "https", squid, start_stunnel},
    {"https_haproxy_tinyproxy", "https", start_tinyproxy, start_haproxy},
    {"socks4_danted", "socks4", start_danted, nullptr},
    {"socks4a_danted", "socks4a", start_danted, nullptr},
    {"socks5_danted", "socks5", start_danted, nullptr},
    {"socks5h_danted", "socks5h", start_danted, nullptr},
    {"socks5_microsocks", "socks5", start_microsocks, nullptr},
    {"socks5h_microsocks", "socks5h", start_microsocks, nullptr},
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
    EXPECT_EQ(report.verdict(), "success/-/-") << report.result();
}

INSTANTIATE_TEST_SUITE_P(Every, RealProxies, ::testing::ValuesIn(ways), CaseName());

}  // namespace
}  // namespace integration
