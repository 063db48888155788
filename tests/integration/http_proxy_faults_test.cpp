// What an HTTP or HTTPS proxy can do wrong, byte by byte (field cases sections 2 and 3).
#include "cases.hpp"
#include "certificates.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace integration {
namespace {

using ::testing::HasSubstr;
using namespace std::chrono_literals;

/// What a proxy answers to CONNECT before it carries bytes.
struct Opening {
    const char* name;
    const char* head;
};
class ConnectOpens : public ::testing::TestWithParam<Opening> {};
TEST_P(ConnectOpens, ATunnel) {
    const ScriptedServer origin(answer(response(200)), tls_with("server"));
    const ScriptedServer proxy([&](Peer& peer) {
        peer.read_head();
        peer.send(GetParam().head);
        peer.tunnel(origin.port());
    });
    const Report report =
        probe({origin.url(), "-x", "http://" + host_port(proxy.port()), "--cacert", certificate("ca")});
    EXPECT_EQ(report.verdict(), "success/-/-") << report.result();
    EXPECT_TRUE(report.result()["phases_ms"]["proxy"].is_number_float());
    EXPECT_EQ(report.result()["remote"], host_port(proxy.port()));
}
const Opening openings[] = {
    {"ok", "HTTP/1.1 200 Connection established\r\n\r\n"},
    {"with_transfer_encoding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"},
    {"with_length_zero", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"},
    {"with_length", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"},
    {"http_1_0_204", "HTTP/1.0 204 ok\r\n\r\n"},
    {"created", "HTTP/1.1 201 x\r\n\r\n"},
    {"no_reason", "HTTP/1.1 200\r\n\r\n"},
    {"interim_first", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"},
};
INSTANTIATE_TEST_SUITE_P(HttpProxy, ConnectOpens, ::testing::ValuesIn(openings), CaseName());

struct Fault {
    const char* name;
    std::string answer;
    const char* verdict;
    const char* detail = "";  ///< something that it says
};
Report probe_through(const std::string& answer_bytes, const std::string& target,
                     const std::string& user = "") {
    const ScriptedServer proxy(answer(answer_bytes));
    const Report report = probe({target, "-x", "http://" + user + host_port(proxy.port())});
    EXPECT_EQ(proxy.connections(), 1) << "one attempt, no loop";
    return report;
}

class ConnectRefused : public ::testing::TestWithParam<Fault> {};
TEST_P(ConnectRefused, IsTheProxysDoing) {
    const Report report = probe_through(GetParam().answer, "https://t.invalid/");
    EXPECT_EQ(report.verdict(), GetParam().verdict) << report.result();
    EXPECT_THAT(report.result()["detail"].dump(), HasSubstr(GetParam().detail));
    EXPECT_TRUE(report.result()["status"].is_null());
    EXPECT_EQ(report.text("/summary/ban_count"), "0");
    EXPECT_EQ(report.text("/summary/throttle_count"), "0");
}
const Fault connect_faults[] = {
    {"forbidden", response(403, "", "not for you"), "proxy_error/proxy_refused/proxy", "403"},
    {"says_why", response(403, "", "not for you"), "proxy_error/proxy_refused/proxy", "not for you"},
    {"throttled", response(429, "Retry-After: 9\r\n"), "proxy_error/proxy_refused/proxy", "429"},
    {"redirect", response(302, "Location: https://login.invalid/\r\n"), "proxy_error/proxy_refused/proxy",
     "302"},
    {"internal_error", response(500), "proxy_error/proxy_refused/proxy", "500"},
    {"bad_gateway", response(502), "proxy_error/proxy_bad_gateway/-", "502"},
    {"unavailable", response(503), "proxy_error/proxy_bad_gateway/-", "503"},
    {"gateway_timeout", response(504), "proxy_error/proxy_bad_gateway/-", "504"},
    {"asks_for_credentials", response(407, "Proxy-Authenticate: Basic realm=\"a\"\r\nConnection: close\r\n"),
     "proxy_error/proxy_auth_required/proxy"},
    {"unauthorized", response(401, "WWW-Authenticate: Basic\r\n"), "proxy_error/proxy_auth_required/proxy"},
    {"closes", "", "proxy_error/proxy_closed/proxy"},
    {"closes_within_the_head", "HTTP/1.1 200 OK\r\nX-", "proxy_error/proxy_closed/proxy"},
    {"speaks_ssh", "SSH-2.0-x\r\n", "proxy_error/proxy_protocol/proxy"},
    {"speaks_socks", std::string("\x05\xff"), "proxy_error/proxy_protocol/proxy"},
};
INSTANTIATE_TEST_SUITE_P(HttpProxy, ConnectRefused, ::testing::ValuesIn(connect_faults), CaseName());

TEST(HttpProxyFault, A407AfterCredentialsSaysThatTheyFailed) {
    const std::string refusal = response(407, "Proxy-Authenticate: Basic realm=\"a\"\r\n");
    EXPECT_EQ(probe_through(refusal, "https://t.invalid/", "ada:pass@").verdict(),
              "proxy_error/proxy_auth_failed/proxy");
    EXPECT_EQ(probe_through(refusal, "http://t.invalid/", "ada:pass@").verdict(),
              "proxy_error/proxy_auth_failed/proxy");
    EXPECT_EQ(probe_through(refusal, "http://t.invalid/").verdict(), "proxy_error/proxy_auth_required/proxy");
}

// By header or by userinfo, to CONNECT or in absolute form: what was really sent tells.
TEST(HttpProxyFault, A407IsJudgedByWhatWasSent) {
    const ScriptedServer proxy(answer(response(407)));
    for (const char* target : {"http://t.invalid/", "https://t.invalid/"}) {
        const auto verdict = [&](const std::string& user, std::vector<std::string> more) {
            more.insert(more.end(), {target, "-x", "http://" + user + host_port(proxy.port())});
            return probe(std::move(more)).verdict();
        };
        EXPECT_EQ(verdict("", {"-H", "Proxy-Authorization: Bearer t"}), "proxy_error/proxy_auth_failed/proxy")
            << target;
        EXPECT_EQ(verdict("ada:pass@", {"-H", "Proxy-Authorization:"}),
                  "proxy_error/proxy_auth_required/proxy")
            << target;
    }
}

// In absolute form the redirect and the refusal come over the same proxy, and only one is the target's.
TEST(HttpProxyFault, TheStatusIsThatOfTheRedirectBeforeIt) {
    const ScriptedServer proxy([](Peer& peer) {
        const bool first = peer.read_head().find("/next") == std::string::npos;
        peer.send(first ? response(302, "Location: /next\r\n") : response(407));
    });
    const Report report = probe({"http://t.invalid/", "-x", "http://" + host_port(proxy.port())});
    EXPECT_EQ(report.verdict(), "proxy_error/proxy_auth_required/proxy");
    EXPECT_EQ(report.result()["status"], 302);
    EXPECT_EQ(report.result()["detail"], "proxy answered 407");
}

TEST(HttpProxyFault, A401GetsNoTargetCredentials) {
    const RecordingServer proxy(response(401, "WWW-Authenticate: Basic\r\n"));
    probe({"https://ada:pass@t.invalid/", "-x", "http://" + host_port(proxy.port())});
    ASSERT_EQ(proxy.requests().size(), 1U);
    EXPECT_THAT(proxy.requests()[0], ::testing::Not(HasSubstr("Authorization")));
}

TEST(HttpProxyFault, TheBodyOfARefusalMayComeSlowly) {
    const ScriptedServer proxy([](Peer& peer) {
        peer.read_head();
        peer.send("HTTP/1.1 407 x\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (const char* part : {"3\r\nabc\r\n", "3\r\ndef\r\n", "0\r\n\r\n"}) {
            peer.send(part);
            std::this_thread::sleep_for(50ms);
        }
    });
    EXPECT_EQ(probe({"https://t.invalid/", "-x", "http://" + host_port(proxy.port())}).verdict(),
              "proxy_error/proxy_auth_required/proxy");
}

TEST(HttpProxyFault, AWaitThatTheProxyAskedForCounts) {
    const Report report = probe_through(response(429, "Retry-After: 9\r\n"), "https://t.invalid/");
    EXPECT_EQ(report.text("/results/0/retry_after_s"), "9");
    EXPECT_EQ(report.text("/backoff/initial_delay_s"), "9");
}

// In absolute form the proxy's answers look like the target's, but for what gives them away.
class OwnPage : public ::testing::TestWithParam<Fault> {};
TEST_P(OwnPage, IsNotTheTargets) {
    const Report report = probe_through(GetParam().answer, "http://t.invalid/");
    EXPECT_EQ(report.verdict(), GetParam().verdict) << report.result();
    EXPECT_TRUE(report.result()["status"].is_null());
}
const Fault own_pages[] = {
    {"squid_cannot_connect", response(503, "X-Squid-Error: ERR_CONNECT_FAIL 111\r\n"),
     "proxy_error/proxy_bad_gateway/-"},
    {"squid_denies", response(403, "X-Squid-Error: ERR_ACCESS_DENIED 0\r\n"),
     "proxy_error/proxy_error_page/proxy"},
    {"asks_for_credentials", response(407), "proxy_error/proxy_auth_required/proxy"},
};
INSTANTIATE_TEST_SUITE_P(HttpProxy, OwnPage, ::testing::ValuesIn(own_pages), CaseName());

TEST(HttpProxyFault, InAbsoluteFormTheHandshakeEndsWithTheConnection) {
    EXPECT_EQ(probe_through("", "http://t.invalid/").verdict(), "network_error/connection_closed/-");
    EXPECT_EQ(probe_through(response(403), "http://t.invalid/").verdict(), "banned/-/target");
}

// A captive portal answers for everything, and leads to itself.
TEST(HttpProxyFault, ACaptivePortalIsNotHealthy) {
    const ScriptedServer portal(answer(response(307, "Location: https://login.invalid/\r\n", "")));
    const Report report = probe({"http://t.invalid/", "-x", "http://" + host_port(portal.port())});
    EXPECT_EQ(report.verdict(), "proxy_error/proxy_refused/proxy");
    EXPECT_EQ(report.result()["status"], 307);
}

TEST(HttpProxyFault, ANameTooLongForAnyProxyIsNotAskedFor) {
    const ScriptedServer proxy(answer(response(200)));
    std::string name = "t.invalid";
    while (name.size() <= 255)
        name = std::string(60, 'a') + '.' + name;
    for (const char* scheme : {"http", "https"}) {
        const Report report =
            probe({scheme + ("://" + name) + '/', "-x", "http://" + host_port(proxy.port())});
        EXPECT_EQ(report.verdict(), "proxy_error/proxy_unsupported/proxy") << scheme;
    }
    EXPECT_EQ(proxy.connections(), 0);
}

TEST(HttpProxyFault, Unreachable) {
    const ClosedPort closed;
    for (const char* target : {"http://t.invalid/", "https://t.invalid/"}) {
        for (const char* scheme : {"http", "https"}) {
            const Report report = probe({target, "-x", scheme + ("://" + host_port(closed.port()))});
            EXPECT_EQ(report.verdict(), "proxy_error/proxy_connect_refused/proxy") << scheme << " " << target;
        }
    }
    const FullPort full;
    const Report report =
        probe({"http://t.invalid/", "-x", "http://" + host_port(full.port()), "--connect-timeout", "300ms"});
    EXPECT_EQ(report.verdict(), "proxy_error/proxy_connect_timeout/proxy");
}

TEST(HttpProxyFault, SilenceInTheHandshakeEndsAtTheConnectTimeout) {
    const ScriptedServer proxy([](Peer& peer) { peer.hold(); });
    for (const char* scheme : {"http", "https"}) {
        const Report report = probe({"https://t.invalid/", "-x", scheme + ("://" + host_port(proxy.port())),
                                     "--connect-timeout", "300ms"});
        EXPECT_EQ(report.verdict(), "proxy_error/proxy_timeout/proxy") << scheme;
        EXPECT_THAT(report.result()["detail"].dump(), HasSubstr("connect-timeout 300ms"));
    }
}

TEST(HttpsProxy, ByAddressHasNoServerNameAndIsVerified) {
    ScriptedServer proxy(
        [&proxy](Peer& peer) {
            proxy.note("SNI " + peer.server_name());
            peer.read_head();
            peer.send(response(200));
        },
        tls_with("server"));
    const Report report = probe({"http://t.invalid/", "-x", proxy.url(""), "--cacert", certificate("ca")});
    EXPECT_EQ(report.verdict(), "success/-/-");
    EXPECT_THAT(proxy.notes(), ::testing::ElementsAre("SNI "));
}

TEST(HttpsProxy, ByNameSendsIt) {
    ScriptedServer proxy(
        [&proxy](Peer& peer) {
            proxy.note("SNI " + peer.server_name());
            peer.read_head();
            peer.send(response(200));
        },
        tls_with("server"));
    const std::string port = std::to_string(proxy.port());
    const Report report = probe({"http://t.invalid/", "-x", "https://proxy.test:" + port, "--resolve",
                                 "proxy.test:" + port + ":127.0.0.1", "--cacert", certificate("ca")});
    EXPECT_EQ(report.verdict(), "success/-/-");
    EXPECT_THAT(proxy.notes(), ::testing::ElementsAre("SNI proxy.test"));
}

class HttpsProxyCertificate : public ::testing::TestWithParam<Opening> {};
TEST_P(HttpsProxyCertificate, HasItsOwnFlag) {
    const ScriptedServer proxy(answer(response(200)), tls_with(GetParam().name));
    const std::vector<std::string> arguments{"http://t.invalid/", "-x", proxy.url(""), "--cacert",
                                             certificate("ca")};
    const auto with = [&](const char* option) {
        std::vector<std::string> more = arguments;
        more.push_back(option);
        return probe(more).verdict();
    };
    EXPECT_EQ(probe(arguments).verdict(), "proxy_error/proxy_tls/proxy");
    EXPECT_EQ(with("--insecure"), "proxy_error/proxy_tls/proxy") << "--insecure is for targets only";
    EXPECT_EQ(with("--proxy-insecure"), "success/-/-");
}
INSTANTIATE_TEST_SUITE_P(Faults, HttpsProxyCertificate,
                         ::testing::Values(Opening{"expired", ""}, Opening{"other_host", ""},
                                           Opening{"untrusted", ""}),
                         CaseName());

TEST(HttpsProxy, ThatSpeaksNoTls) {
    const ScriptedServer proxy([](Peer& peer) {
        peer.read(5);
        peer.send("HTTP/1.1 400 Bad Request\r\n\r\n");
        peer.hold();
    });
    EXPECT_EQ(probe({"http://t.invalid/", "-x", "https://" + host_port(proxy.port())}).verdict(),
              "proxy_error/proxy_tls/proxy");
}

// With TLS 1.3 the refusal comes after the handshake, when the request has been sent.
TEST(HttpsProxy, ThatWantsACertificate) {
    ServerTls tls = tls_with("server");
    tls.client_ca = certificate("ca");
    const ScriptedServer proxy(answer(response(200)), tls);
    for (const char* target : {"http://t.invalid/", "https://t.invalid/"}) {
        const Report report = probe({target, "-x", proxy.url(""), "--cacert", certificate("ca")});
        EXPECT_EQ(report.verdict(), "proxy_error/proxy_tls/proxy") << target << report.result();
        EXPECT_THAT(report.result()["detail"].dump(), HasSubstr("certificate required"));
    }
}

// TLS in TLS: the fault of the inner one is not the proxy's.
TEST(HttpsProxy, InnerCertificateIsTheTargets) {
    const ScriptedServer origin(answer(response(200)), tls_with("expired"));
    const ScriptedServer plain([&](Peer& peer) {
        peer.read_head();
        peer.send("HTTP/1.1 200 OK\r\n\r\n");
        peer.tunnel(origin.port());
    });
    const Report report =
        probe({origin.url(), "-x", "http://" + host_port(plain.port()), "--cacert", certificate("ca")});
    EXPECT_EQ(report.verdict(), "network_error/tls_certificate_expired/-") << report.result();
}

TEST(Tunnel, WhatEndsBehindItIsNoProxyError) {
    const auto behind = [](const std::function<void(Peer&)>& then) {
        const ScriptedServer proxy([&](Peer& peer) {
            peer.read_head();
            peer.send("HTTP/1.1 200 OK\r\n\r\n");
            then(peer);
        });
        return probe({"https://t.invalid/", "-x", "http://" + host_port(proxy.port()), "--connect-timeout",
                      "500ms"})
            .verdict();
    };
    EXPECT_EQ(behind([](Peer& peer) { peer.read(5); }), "network_error/tls_handshake/-");
    EXPECT_EQ(behind([](Peer& peer) { peer.read(5), peer.reset(); }), "network_error/tls_handshake/-");
    EXPECT_EQ(behind([](Peer& peer) { peer.hold(); }), "network_error/tls_timeout/-");
}

}  // namespace
}  // namespace integration
