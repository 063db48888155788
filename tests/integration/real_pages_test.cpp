// What real proxies say of themselves: their own pages are not the target's answers (contract, section 5).
#include "cases.hpp"
#include "outrider.hpp"
#include "real_servers.hpp"
#include "scripted_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace integration {
namespace {

const ScriptedServer::Script hang = [](Peer& peer) { peer.hold(); };
const ScriptedServer::Script drop = [](Peer& peer) { peer.read_head(); };

/// Proxies that refuse `blocked.test`, and everything that a page of theirs can be about.
class RealPages : public ::testing::Test {
protected:
    static Report through(const ServerPtr& proxy, const std::string& target) {
        return probe({target, "-x", proxy->proxy_url("http"), "--deadline", "20s"});
    }
    /// "outcome/error/blame vendor", and no status: no target has said anything.
    static std::string told(const Report& report) {
        const Json& result = report.result();
        EXPECT_TRUE(result["status"].is_null()) << result;
        return report.verdict() + " " + (result["vendor"].is_null() ? "-" : std::string(result["vendor"]));
    }
    struct Case {
        std::string target;
        const char* told;
        const char* detail;  ///< a part of it
    };
    static void expect_told(const ServerPtr& proxy, const std::vector<Case>& cases);
    static std::string detail(const Report& report) { return report.result()["detail"].dump(); }

    const ClosedPort closed_;
    const ScriptedServer silent_{hang};
    const ScriptedServer dropping_{drop};
    const std::string down_ = host_port(closed_.port());
};

using ::testing::HasSubstr;

void RealPages::expect_told(const ServerPtr& proxy, const std::vector<Case>& cases) {
    for (const Case& each : cases) {
        const Report report = through(proxy, each.target);
        EXPECT_EQ(told(report), each.told) << report.result();
        EXPECT_THAT(detail(report), HasSubstr(each.detail));
    }
}

TEST_F(RealPages, OfSquid) {
    const ServerPtr squid =
        start_squid(std::nullopt,
                    "acl blocked dstdomain -n blocked.test\nhttp_access deny blocked\nread_timeout 1 second");
    struct {
        std::string target;
        const char* told;
        const char* detail;
    } const cases[] = {
        {"http://blocked.test/", "proxy_error/proxy_error_page/proxy squid",
         "proxy answered 403 (X-Squid-Error: ERR_ACCESS_DENIED 0)"},
        {"http://" + down_ + "/", "proxy_error/proxy_bad_gateway/- squid",
         "proxy answered 503 (X-Squid-Error: ERR_CONNECT_FAIL 111)"},
        {silent_.url(), "proxy_error/proxy_bad_gateway/- squid",
         "proxy answered 504 (X-Squid-Error: ERR_READ_TIMEOUT 0)"},
        {dropping_.url(), "proxy_error/proxy_bad_gateway/- squid",
         "proxy answered 502 (X-Squid-Error: ERR_ZERO_SIZE_OBJECT 0)"},
    };
    for (const auto& each : cases) {
        const Report report = through(squid, each.target);
        EXPECT_EQ(told(report), each.told) << report.result();
        EXPECT_THAT(detail(report), HasSubstr(each.detail));
        EXPECT_EQ(report.result()["confidence"], "confirmed");
    }
}

TEST_F(RealPages, OfSquidInAnswerToConnect) {
    const ServerPtr squid =
        start_squid(std::nullopt, "acl blocked dstdomain -n blocked.test\nhttp_access deny blocked");
    const Report denied = through(squid, "https://blocked.test/");
    EXPECT_EQ(told(denied), "proxy_error/proxy_refused/proxy squid");
    EXPECT_EQ(denied.result()["evidence"], "header X-Squid-Error: ERR_ACCESS_DENIED 0");
    EXPECT_THAT(detail(denied), HasSubstr("CONNECT answered 403: ERROR: The requested URL could not be"));
    const Report down = through(squid, "https://" + down_ + "/");
    EXPECT_EQ(told(down), "proxy_error/proxy_bad_gateway/- squid");
    EXPECT_EQ(down.result()["evidence"], "header X-Squid-Error: ERR_CONNECT_FAIL 111");
    EXPECT_THAT(detail(down), HasSubstr("CONNECT answered 503: ERROR: The requested URL could not be"));
}

TEST_F(RealPages, OfTinyproxy) {
    const TempDir dir;
    const ServerPtr tinyproxy =
        start_tinyproxy(std::nullopt, "Filter \"" + dir.file("filter", "blocked\\.test\n") + "\"");
    expect_told(
        tinyproxy,
        {
            {"http://blocked.test/", "proxy_error/proxy_error_page/proxy tinyproxy", "proxy answered 403"},
            {"http://" + down_ + "/", "proxy_error/proxy_error_page/proxy tinyproxy", "proxy answered 500"},
            {"https://blocked.test/", "proxy_error/proxy_refused/proxy tinyproxy", "403: 403 Filtered"},
            {"https://" + down_ + "/", "proxy_error/proxy_refused/proxy tinyproxy",
             "500: 500 Unable to connect"},
        });
}

TEST_F(RealPages, OfPrivoxy) {
    const ServerPtr privoxy = start_privoxy("blocked.test");
    expect_told(
        privoxy,
        {
            {"http://blocked.test/", "proxy_error/proxy_error_page/proxy privoxy", "proxy answered 403"},
            {"http://" + down_ + "/", "proxy_error/proxy_bad_gateway/- privoxy", "proxy answered 503"},
            {dropping_.url(), "proxy_error/proxy_bad_gateway/- privoxy", "proxy answered 502"},
            {"https://blocked.test/", "proxy_error/proxy_refused/proxy privoxy",
             "CONNECT answered 403: Request blocked"},
            {"https://" + down_ + "/", "proxy_error/proxy_bad_gateway/- privoxy",
             "CONNECT answered 503: 503 - Connect failed"},
        });
}

TEST_F(RealPages, OfHaproxy) {
    const ServerPtr haproxy = start_http_haproxy(
        "  timeout tarpit 200ms\n"
        "  http-request deny if { path /denied }\n"
        "  http-request deny deny_status 429 if { path /often }\n"
        "  http-request tarpit if { path /slow }\n"
        "  default_backend down\nbackend down\n  retries 0\n  server only " +
        down_);
    const auto at = [&](const char* path) { return through(haproxy, "http://a.test" + std::string(path)); };
    EXPECT_EQ(told(at("/denied")), "proxy_error/proxy_error_page/proxy haproxy");
    EXPECT_EQ(told(at("/often")), "proxy_error/proxy_error_page/proxy haproxy");
    EXPECT_EQ(told(at("/slow")), "proxy_error/proxy_error_page/proxy haproxy");
    const Report down = at("/");
    EXPECT_EQ(told(down), "proxy_error/proxy_bad_gateway/- haproxy");
    EXPECT_THAT(detail(down), HasSubstr("proxy answered 503 (No server is available"));
}

// The same answers of the target, relayed by each, stay the target's.
TEST_F(RealPages, AreNotWhatAProxyRelays) {
    const auto refuse = [](int status) {
        return ScriptedServer(answer(response(status, "Server: nginx\r\n", "no")));
    };
    const ScriptedServer forbidden = refuse(403);
    const ScriptedServer often = refuse(429);
    const ScriptedServer gateway = refuse(502);
    ServerPtr proxies[] = {start_squid(), start_tinyproxy(), start_privoxy("blocked.test")};
    for (const ServerPtr& proxy : proxies) {
        EXPECT_EQ(through(proxy, forbidden.url()).verdict(), "banned/-/target");
        EXPECT_EQ(through(proxy, often.url()).verdict(), "rate_limited/-/target");
        EXPECT_EQ(through(proxy, gateway.url()).verdict(), "server_error/-/target");
    }
}

}  // namespace
}  // namespace integration
