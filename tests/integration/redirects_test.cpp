// Redirects: what is followed, what goes along, and what is refused (contract, section 5).
#include "cases.hpp"
#include "certificates.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace integration {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::chrono_literals;

/// Answers "/" with `status` and that Location, everything else with 200, and keeps the requests.
class Redirecting {
public:
    Redirecting(int status, std::string location)
        : server_([this, status, location = std::move(location)](Peer& peer) {
              const std::string request = peer.read_request();
              server_.note(request);
              const bool first = request.find(" / HTTP") != std::string::npos;
              peer.send(first ? response(status, "Location: " + location + "\r\n", "") : response(200));
          }) {}

    std::string url() const { return server_.url(); }
    std::uint16_t port() const { return server_.port(); }
    std::vector<std::string> requests() const { return server_.notes(); }
    /// The request that came after the redirect.
    std::string second() const { return requests().size() > 1 ? requests()[1] : "no second request"; }

private:
    ScriptedServer server_;
};

std::string first_line(const std::string& request) {
    return request.substr(0, request.find("\r\n"));
}

TEST(Redirects, AreFollowedAndCounted) {
    const Redirecting server(302, "next/../there?a=b");
    const Report report = probe({server.url()});
    EXPECT_EQ(report.verdict(), "success/-/-");
    EXPECT_EQ(report.result()["redirects"], 1);
    EXPECT_EQ(report.result()["requests"], 2);
    EXPECT_EQ(report.text("/results/0/final_url"), "\"" + server.url() + "there?a=b\"");
    EXPECT_EQ(report.text("/targets/0/requests"), "2");
    EXPECT_EQ(report.text("/summary/statuses"), R"({"200":1})");
    EXPECT_EQ(first_line(server.second()), "GET /there?a=b HTTP/1.1");
}

TEST(Redirects, EndAtTheirNumber) {
    const Redirecting loop(302, "/");
    const Report report = probe({loop.url(), "--max-redirects", "3"});
    EXPECT_EQ(report.verdict(), "network_error/too_many_redirects/target");
    EXPECT_EQ(report.result()["status"], 302);
    EXPECT_EQ(report.result()["requests"], 4);
    EXPECT_EQ(loop.requests().size(), 4U);
}

TEST(Redirects, NextHopThatFails) {
    const ClosedPort closed;
    const Redirecting server(302, "http://" + host_port(closed.port()) + "/");
    const Report report = probe({server.url()});
    EXPECT_EQ(report.verdict(), "network_error/connect_refused/target");
    EXPECT_EQ(report.result()["status"], 302) << "the last whole head was the redirect's";
}

/// What is made of an answer whose head comes together with its body, and of one where the body comes later.
std::vector<Report> probe_both_ways(const std::string& head, const std::string& body,
                                    const std::vector<std::string>& options = {}) {
    std::vector<Report> reports;
    for (const bool together : {true, false}) {
        const ScriptedServer server([&](Peer& peer) {
            if (!peer.read_head().starts_with("GET / ")) return peer.send(response(200));
            peer.send(together ? head + body : head);
            if (!together) peer.drip(body, 1ms);
        });
        std::vector<std::string> arguments{server.url()};
        arguments.insert(arguments.end(), options.begin(), options.end());
        reports.push_back(probe(arguments));
    }
    return reports;
}

TEST(Redirects, ThatAreFollowedNeedNoBody) {
    for (const char* fields : {"Transfer-Encoding: chunked\r\n", "Content-Length: 99\r\n",
                               "Content-Length: 1\r\nContent-Length: 2\r\n", ""}) {
        const std::string head = "HTTP/1.1 302 X\r\nLocation: /next\r\n" + std::string(fields) + "\r\n";
        for (const Report& report : probe_both_ways(head, "broken\r\n"))
            EXPECT_EQ(report.verdict(), "success/-/-") << fields << report.result();
    }
}

TEST(Redirects, OfAFollowedOneNothingButTheHeadCounts) {
    const ClosedPort closed;
    const std::string to = "Location: http://" + host_port(closed.port()) + "/\r\n";
    for (const Report& report :
         probe_both_ways("HTTP/1.1 302 X\r\n" + to + "Content-Length: 9\r\n\r\n", "half")) {
        EXPECT_EQ(report.verdict(), "network_error/connect_refused/target");
        EXPECT_EQ(report.result()["bytes"], 0);
        EXPECT_EQ(report.result()["status"], 302);
    }
    for (const Report& report :
         probe_both_ways("HTTP/1.1 302 X\r\nLocation: /\r\nContent-Length: 9\r\n\r\n", "half")) {
        EXPECT_EQ(report.verdict(), "network_error/too_many_redirects/target");
        EXPECT_EQ(report.result()["bytes"], 0);
    }
}

TEST(Redirects, ThatLeadNowhereMayBeAChallenge) {
    const std::string page =
        "<html><head><title>Just a moment...</title></head><body><script "
        "src=\"/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1\"></script></body></html>";
    const std::string head = "HTTP/1.1 307 X\r\nServer: cloudflare\r\nContent-Type: text/html\r\n\r\n";
    for (const Report& report : probe_both_ways(head, page)) {
        EXPECT_EQ(report.verdict(), "challenged/-/target") << report.result();
        EXPECT_EQ(report.result()["bytes"], page.size());
    }
    const std::string chunked = "HTTP/1.1 307 X\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (const Report& report : probe_both_ways(chunked, "broken\r\n"))
        EXPECT_EQ(report.verdict(), "network_error/redirect_invalid/target") << report.result();
}

TEST(Redirects, OtherStatusesAreNotFollowed) {
    for (const int status : {300, 304, 305, 306}) {
        const Redirecting server(status, "/next");
        const Report report = probe({server.url()});
        EXPECT_EQ(report.verdict(), "unexpected/-/target") << status;
        EXPECT_EQ(server.requests().size(), 1U) << status;
    }
}

struct BadLocation {
    const char* name;
    const char* field;
};
class UnusableLocations : public ::testing::TestWithParam<BadLocation> {};
TEST(UnusableLocation, IsInvalidWhateverBecomesOfTheBody) {
    const ScriptedServer server(answer("HTTP/1.1 302 Found\r\nContent-Length: 10\r\n\r\nhalf"));
    EXPECT_EQ(probe({server.url()}).verdict(), "network_error/redirect_invalid/target");
}
TEST_P(UnusableLocations, IsInvalid) {
    const RecordingServer server(response(302, GetParam().field));
    const Report report = probe({server.url()});
    EXPECT_EQ(report.verdict(), "network_error/redirect_invalid/target") << report.result();
    EXPECT_EQ(server.requests().size(), 1U);
}
const BadLocation bad_locations[] = {
    {"none", ""},
    {"empty_host", "Location: http:///path\r\n"},
    {"other_scheme", "Location: ftp://127.0.0.1/\r\n"},
    {"bad_port", "Location: http://127.0.0.1:99999/\r\n"},
    {"script", "Location: javascript:alert(1)\r\n"},
};
INSTANTIATE_TEST_SUITE_P(Redirects, UnusableLocations, ::testing::ValuesIn(bad_locations), CaseName());

struct Method {
    const char* name;
    int status;
    const char* before;
    const char* after;
    bool body_goes_on;
};
class MethodAfter : public ::testing::TestWithParam<Method> {};
TEST_P(MethodAfter, Redirect) {
    const Redirecting server(GetParam().status, "/next");
    EXPECT_EQ(probe({server.url(), "-X", GetParam().before, "--body", "payload"}).verdict(), "success/-/-");
    EXPECT_EQ(first_line(server.second()), std::string(GetParam().after) + " /next HTTP/1.1");
    EXPECT_EQ(server.second().find("payload") != std::string::npos, GetParam().body_goes_on)
        << server.second();
    EXPECT_EQ(server.second().find("Content-Length") != std::string::npos, GetParam().body_goes_on);
}
const Method methods[] = {
    {"post_301", 301, "POST", "GET", false}, {"post_302", 302, "POST", "GET", false},
    {"post_303", 303, "POST", "GET", false}, {"put_303", 303, "PUT", "GET", false},
    {"put_301", 301, "PUT", "PUT", true},    {"post_307", 307, "POST", "POST", true},
    {"post_308", 308, "POST", "POST", true}, {"head_303", 303, "HEAD", "GET", false},
};
INSTANTIATE_TEST_SUITE_P(Redirects, MethodAfter, ::testing::ValuesIn(methods), CaseName());

TEST(RedirectSecurity, CredentialsStayWithTheirOrigin) {
    const RecordingServer other;
    const Redirecting server(302, other.url("/next"));
    probe({server.url(), "-H", "Authorization: Bearer x", "-H", "Cookie: a=b", "-H", "X-Kept: yes"});
    ASSERT_EQ(other.requests().size(), 1U);
    EXPECT_THAT(server.requests().at(0), HasSubstr("Authorization: Bearer x\r\nCookie: a=b\r\n"));
    EXPECT_THAT(other.requests()[0], HasSubstr("X-Kept: yes\r\n"));
    EXPECT_THAT(other.requests()[0], Not(HasSubstr("Authorization")));
    EXPECT_THAT(other.requests()[0], Not(HasSubstr("Cookie")));
    EXPECT_THAT(other.requests()[0], HasSubstr("Host: " + host_port(other.port()) + "\r\n"));
}

TEST(RedirectSecurity, CredentialsGoOnWithinAnOrigin) {
    const Redirecting server(302, "/next");
    probe({server.url(), "-H", "Authorization: Bearer x", "-H", "Cookie: a=b"});
    EXPECT_THAT(server.second(), HasSubstr("Authorization: Bearer x\r\nCookie: a=b\r\n"));
}

TEST(RedirectSecurity, NoCookieIsKept) {
    ScriptedServer server([&server](Peer& peer) {
        const std::string head = peer.read_head();
        server.note(head);
        const bool first = head.starts_with("GET / ");
        peer.send(first ? response(302, "Set-Cookie: a=b\r\nLocation: /next\r\n", "") : response(200));
    });
    probe({server.url()});
    ASSERT_EQ(server.notes().size(), 2U);
    EXPECT_THAT(server.notes()[1], Not(HasSubstr("Cookie")));
}

TEST(RedirectSecurity, FromTlsToPlainIsRefused) {
    const RecordingServer plain;
    const ScriptedServer server(answer(response(302, "Location: " + plain.url() + "\r\n", "")),
                                tls_with("server"));
    const Report refused = probe({server.url(), "--cacert", certificate("ca")});
    EXPECT_EQ(refused.verdict(), "network_error/redirect_refused/target");
    EXPECT_EQ(refused.result()["status"], 302);
    EXPECT_TRUE(plain.requests().empty());
    const Report allowed = probe({server.url(), "--cacert", certificate("ca"), "--allow-unsafe-redirects"});
    EXPECT_EQ(allowed.verdict(), "success/-/-");
}

/// A proxy that leads a public target to some other address.
struct Lured {
    const char* name;
    const char* location;
    bool refused;
};
class RedirectFromPublic : public ::testing::TestWithParam<Lured> {};
TEST_P(RedirectFromPublic, Address) {
    const ScriptedServer proxy([&](Peer& peer) {
        const bool first = peer.read_head().starts_with("GET http://8.8.8.8/ ");
        peer.send(first ? response(302, "Location: " + std::string(GetParam().location) + "\r\n", "")
                        : response(200));
    });
    const std::vector<std::string> arguments{"http://8.8.8.8/", "-x", "http://" + host_port(proxy.port())};
    const Report report = probe(arguments);
    EXPECT_EQ(report.result()["error"] == "redirect_refused", GetParam().refused) << report.result();
    EXPECT_EQ(proxy.connections(), GetParam().refused ? 1 : 2);
    EXPECT_EQ(report.result()["redirects"], GetParam().refused ? 0 : 1);
    EXPECT_EQ(report.result()["final_url"].is_null(), GetParam().refused);
    if (!GetParam().refused) return;
    std::vector<std::string> bold = arguments;
    bold.push_back("--allow-unsafe-redirects");
    EXPECT_EQ(probe(bold).verdict(), "success/-/-");
}
const Lured lures[] = {
    {"public_address", "http://1.1.1.1/", false},
    {"name", "http://name.invalid/", false},
    {"loopback", "http://127.0.0.1/", true},
    {"loopback_v6", "http://[::1]/", true},
    {"link_local", "http://169.254.169.254/latest/", true},
    {"link_local_v6", "http://[fe80::1]/", true},
    {"private_10", "http://10.1.2.3/", true},
    {"private_172", "http://172.16.0.1/", true},
    {"private_192", "http://192.168.1.1/", true},
    {"shared", "http://100.64.0.1/", true},
    {"unique_local", "http://[fd00::1]/", true},
    {"this_network", "http://0.0.0.0/", true},
    {"documentation", "http://192.0.2.1/", true},
    {"mapped_loopback", "http://[::ffff:127.0.0.1]/", true},
    {"nat64_private", "http://[64:ff9b::10.0.0.1]/", true},
    {"nat64_public", "http://[64:ff9b::8.8.4.4]/", false},
};
INSTANTIATE_TEST_SUITE_P(Redirects, RedirectFromPublic, ::testing::ValuesIn(lures), CaseName());

TEST(RedirectThroughProxy, RelativeReferenceIsTheTargets) {
    ScriptedServer proxy([&proxy](Peer& peer) {
        const std::string head = peer.read_head();
        proxy.note(first_line(head));
        const bool first = head.starts_with("GET http://t.invalid/dir/page ");
        peer.send(first ? response(302, "Location: web/index.html\r\n", "") : response(200));
    });
    const Report report = probe({"http://t.invalid/dir/page", "-x", "http://" + host_port(proxy.port())});
    EXPECT_EQ(report.verdict(), "success/-/-");
    EXPECT_THAT(proxy.notes(), ::testing::ElementsAre("GET http://t.invalid/dir/page HTTP/1.1",
                                                      "GET http://t.invalid/dir/web/index.html HTTP/1.1"));
}

TEST(RedirectThroughProxy, ProxyCredentialsNeverReachTheOrigin) {
    ScriptedServer origin(
        [&origin](Peer& peer) {
            origin.note(peer.read_head());
            peer.send(response(200));
        },
        tls_with("server"));
    ScriptedServer proxy([&](Peer& peer) {
        const std::string head = peer.read_head();
        proxy.note(head);
        if (!head.starts_with("CONNECT ")) {
            peer.send(response(302, "Location: " + origin.url("/next") + "\r\n", ""));
            return;
        }
        peer.send("HTTP/1.1 200 OK\r\n\r\n");
        peer.tunnel(origin.port());
    });
    const Report report = probe({"http://127.0.0.1:1/", "-x", "http://ada:pass@" + host_port(proxy.port()),
                                 "--cacert", certificate("ca")});
    EXPECT_EQ(report.verdict(), "success/-/-") << report.result();
    ASSERT_EQ(proxy.notes().size(), 2U);
    EXPECT_THAT(proxy.notes()[1], HasSubstr("Proxy-Authorization: Basic YWRhOnBhc3M=\r\n"));
    ASSERT_EQ(origin.notes().size(), 1U);
    EXPECT_THAT(origin.notes()[0], Not(HasSubstr("Proxy-Authorization")));
}

}  // namespace
}  // namespace integration
