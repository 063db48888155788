// SOCKS proxies byte by byte (field cases section 4).
#include "cases.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace integration {
namespace {

using ::testing::HasSubstr;
using namespace std::string_literals;

const std::string greeting_ok = "\x05\x00"s;
const std::string bound_v4 = "\x01\x7f\x00\x00\x01\x1f\x90"s;

std::string reply5(int code, const std::string& bound = bound_v4) {
    return "\x05"s + static_cast<char>(code) + "\x00"s + bound;
}

/// Speaks the server's side of SOCKS5 without authentication up to the reply, then plays on as told.
ScriptedServer::Script socks5(const std::string& reply, const std::string& after = response(200)) {
    return [=](Peer& peer) {
        peer.read(3);
        peer.send(greeting_ok);
        const std::string request = peer.read(4);
        if (request.size() == 4)
            peer.read(request[3] == 3 ? static_cast<unsigned char>(peer.read(1)[0]) + 2U : 6U);
        peer.send(reply);
        peer.read_head();
        peer.send(after);
    };
}

Report probe_via(const std::string& scheme, const ScriptedServer& proxy, const std::string& user = "",
                 const std::string& target = "http://198.51.100.7/") {
    return probe({target, "-x", scheme + "://" + user + host_port(proxy.port()), "--connect-timeout", "2s"});
}

struct Reply {
    const char* name;
    std::string bytes;
    const char* verdict;
};

class Socks5Reply : public ::testing::TestWithParam<Reply> {};
TEST_P(Socks5Reply, HasItsOwnWord) {
    const ScriptedServer proxy(socks5(GetParam().bytes));
    const Report report = probe_via("socks5", proxy);
    EXPECT_EQ(report.verdict(), GetParam().verdict) << report.result();
}
const Reply replies[] = {
    {"granted", reply5(0), "success/-/-"},
    {"bound_to_a_name", reply5(0, "\x03\x09hostlocal\x1f\x90"s), "success/-/-"},
    {"bound_to_a_name_of_one_letter", reply5(0, "\x03\x01"s + "a\x00\x50"s), "success/-/-"},
    {"bound_to_an_empty_name", reply5(0, "\x03\x00\x00\x50"s), "success/-/-"},
    {"bound_to_ipv6", reply5(0, "\x04"s + std::string(16, '\0') + "\x1f\x90"s), "success/-/-"},
    {"general_failure", reply5(1), "proxy_error/proxy_bad_gateway/-"},
    {"not_allowed", reply5(2), "proxy_error/proxy_refused/proxy"},
    {"network_unreachable", reply5(3), "network_error/connect_unreachable/-"},
    {"host_unreachable", reply5(4), "network_error/connect_unreachable/-"},
    {"refused", reply5(5), "network_error/connect_refused/-"},
    {"ttl_expired", reply5(6), "network_error/connect_timeout/-"},
    {"command_unsupported", reply5(7), "proxy_error/proxy_refused/proxy"},
    {"address_unsupported", reply5(8), "proxy_error/proxy_refused/proxy"},
    {"unknown_9", reply5(9), "proxy_error/proxy_refused/proxy"},
    {"unknown_255", reply5(255), "proxy_error/proxy_refused/proxy"},
    {"http", "HTTP/1.1 400 Bad Request\r\n\r\n", "proxy_error/proxy_protocol/proxy"},
};
INSTANTIATE_TEST_SUITE_P(Socks, Socks5Reply, ::testing::ValuesIn(replies), CaseName());

// A reply that says no is one as soon as it says so: the rest of it may never come.
TEST(Socks5, AShortRefusalIsHeardAtOnce) {
    const ScriptedServer proxy([](Peer& peer) {
        peer.read(3);
        peer.send(greeting_ok);
        peer.read(10);
        peer.send("\x05\x05\x00"s);
        peer.hold();
    });
    const Report report = probe_via("socks5", proxy);
    EXPECT_EQ(report.verdict(), "network_error/connect_refused/-");
    EXPECT_LT(report.exit.duration, std::chrono::milliseconds(1900)) << "sooner than the connect timeout";
}

TEST(Socks5, BytesOfTheTargetThatCameWithTheReplyAreNotLost) {
    const ScriptedServer proxy([](Peer& peer) {
        peer.read(3);
        peer.send(greeting_ok);
        peer.read(10);
        peer.send(reply5(0) + response(200));
        peer.hold();
    });
    EXPECT_EQ(probe_via("socks5", proxy).verdict(), "success/-/-");
}

TEST(Socks5, OffersNoPasswordWhereItHasNone) {
    ScriptedServer proxy([&proxy](Peer& peer) {
        proxy.note(peer.read(3));
        peer.send("\x05\xff"s);
        peer.hold();
    });
    EXPECT_EQ(probe_via("socks5", proxy).verdict(), "proxy_error/proxy_auth_required/proxy");
    EXPECT_THAT(proxy.notes(), ::testing::ElementsAre("\x05\x01\x00"s));
}

TEST(Socks5, NoMethodAcceptedWithCredentials) {
    const ScriptedServer proxy([](Peer& peer) {
        peer.read(3);
        peer.send("\x05\xff"s);
        peer.hold();
    });
    EXPECT_EQ(probe_via("socks5", proxy, "ada:pass@").verdict(), "proxy_error/proxy_auth_failed/proxy");
}

/// Asks for the password, keeps what it is told, and answers with `status`.
ScriptedServer::Script asks_for_password(std::string& told, char status) {
    return [&told, status](Peer& peer) {
        const std::string greeting = peer.read(2);
        peer.read(greeting.size() == 2 ? static_cast<unsigned char>(greeting[1]) : 0U);
        peer.send("\x05\x02"s);
        told = peer.read(2);
        told += peer.read(static_cast<unsigned char>(told[1]) + 1U);
        told += peer.read(static_cast<unsigned char>(told.back()));
        peer.send("\x01"s + status);
        if (status != 0) return peer.hold();
        peer.read(10);
        peer.send(reply5(0));
        peer.read_head();
        peer.send(response(200));
    };
}

TEST(Socks5, PasswordIsDecodedOnce) {
    std::string told;
    {
        const ScriptedServer proxy(asks_for_password(told, 0));
        EXPECT_EQ(probe_via("socks5", proxy, "us%65r:%70ass%2541@").verdict(), "success/-/-");
    }
    EXPECT_EQ(told, "\x01\x04user\x07pass%41"s);
}

TEST(Socks5, PasswordRefused) {
    std::string told;
    const ScriptedServer proxy(asks_for_password(told, 1));
    EXPECT_EQ(probe_via("socks5h", proxy, "ada:pass@").verdict(), "proxy_error/proxy_auth_failed/proxy");
}

TEST(Socks5h, SendsTheName) {
    ScriptedServer proxy([&proxy](Peer& peer) {
        peer.read(3);
        peer.send(greeting_ok);
        proxy.note(peer.read(4 + 1 + 24 + 2));
        peer.send(reply5(0));
        proxy.note(peer.read_head());
        peer.send(response(200));
    });
    EXPECT_EQ(probe_via("socks5h", proxy, "", "http://only-proxy-knows.invalid/").verdict(), "success/-/-");
    ASSERT_EQ(proxy.notes().size(), 2U);
    EXPECT_EQ(proxy.notes()[0], "\x05\x01\x00\x03\x18only-proxy-knows.invalid\x00\x50"s);
    EXPECT_TRUE(proxy.notes()[1].starts_with("GET / HTTP/1.1\r\n")) << "plain HTTP after the handshake";
}

TEST(Socks5h, ANameOver255BytesIsNeverDialled) {
    const ScriptedServer proxy(socks5(reply5(0)));
    std::string name;
    for (int i = 0; i < 30; ++i)
        name += "a23456789.";
    const Report report = probe_via("socks5h", proxy, "", "http://" + name + "invalid/");
    EXPECT_EQ(report.verdict(), "proxy_error/proxy_unsupported/proxy");
    EXPECT_EQ(proxy.connections(), 0);
}

TEST(Socks4, GrantedAndItsBytes) {
    ScriptedServer proxy([&proxy](Peer& peer) {
        proxy.note(peer.read(8 + 4));
        peer.send("\x00\x5a\x00\x00\x00\x00\x00\x00"s);
        peer.read_head();
        peer.send(response(200));
    });
    EXPECT_EQ(probe_via("socks4", proxy, "ada@").verdict(), "success/-/-");
    EXPECT_THAT(proxy.notes(), ::testing::ElementsAre("\x04\x01\x00\x50\xc6\x33\x64\x07"s + "ada\x00"s));
}

TEST(Socks4a, SendsTheNameBehindAnImpossibleAddress) {
    ScriptedServer proxy([&proxy](Peer& peer) {
        proxy.note(peer.read(8 + 1 + 10));
        peer.send("\x00\x5a\x00\x00\x00\x00\x00\x00"s);
        peer.read_head();
        peer.send(response(200));
    });
    EXPECT_EQ(probe_via("socks4a", proxy, "", "http://t.invalid/").verdict(), "success/-/-");
    EXPECT_THAT(proxy.notes(),
                ::testing::ElementsAre("\x04\x01\x00\x50\x00\x00\x00\x01\x00"s + "t.invalid\x00"s));
}

class Socks4Reply : public ::testing::TestWithParam<Reply> {};
TEST_P(Socks4Reply, HasItsOwnWord) {
    const ScriptedServer proxy([](Peer& peer) {
        peer.read(9);
        peer.send(GetParam().bytes);
    });
    EXPECT_EQ(probe_via("socks4", proxy).verdict(), GetParam().verdict);
}
const Reply replies4[] = {
    {"rejected", "\x00\x5b\x00\x00\x00\x00\x00\x00"s, "proxy_error/proxy_bad_gateway/-"},
    {"no_identd", "\x00\x5c\x00\x00\x00\x00\x00\x00"s, "proxy_error/proxy_refused/proxy"},
    {"other_user", "\x00\x5d\x00\x00\x00\x00\x00\x00"s, "proxy_error/proxy_refused/proxy"},
    {"unknown", "\x00\x7f\x00\x00\x00\x00\x00\x00"s, "proxy_error/proxy_refused/proxy"},
    {"speaks_http", "HTTP/1.1 400 Bad Request\r\n\r\n", "proxy_error/proxy_protocol/proxy"},
    {"closes", "", "proxy_error/proxy_closed/proxy"},
};
INSTANTIATE_TEST_SUITE_P(Socks, Socks4Reply, ::testing::ValuesIn(replies4), CaseName());

TEST(Socks4, HasNoIpv6) {
    const ScriptedServer proxy([](Peer& peer) { peer.hold(); });
    EXPECT_EQ(probe_via("socks4", proxy, "", "http://[2001:db8::1]/").verdict(),
              "proxy_error/proxy_unsupported/proxy");
    EXPECT_EQ(proxy.connections(), 0);
}

struct Kind {
    const char* name;
};
class EverySocks : public ::testing::TestWithParam<Kind> {};

TEST_P(EverySocks, SilentProxyEndsAtTheConnectTimeout) {
    const ScriptedServer proxy([](Peer& peer) { peer.hold(); });
    const Report report =
        probe({"http://198.51.100.7/", "-x", GetParam().name + ("://" + host_port(proxy.port())),
               "--connect-timeout", "300ms"});
    EXPECT_EQ(report.verdict(), "proxy_error/proxy_timeout/proxy");
    EXPECT_THAT(report.result()["detail"].dump(), HasSubstr("connect-timeout 300ms"));
}

TEST_P(EverySocks, ClosedBeforeTheReply) {
    const ScriptedServer proxy([](Peer& peer) { peer.read(3); });
    EXPECT_EQ(probe_via(GetParam().name, proxy).verdict(), "proxy_error/proxy_closed/proxy");
}

TEST_P(EverySocks, AnHttpServerIsTold) {
    const ScriptedServer proxy([](Peer& peer) {
        peer.read(3);
        peer.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
        peer.hold();
    });
    const Report report = probe_via(GetParam().name, proxy);
    EXPECT_EQ(report.verdict(), "proxy_error/proxy_protocol/proxy");
    EXPECT_THAT(report.result()["detail"].dump(), HasSubstr("HTTP"));
}

TEST_P(EverySocks, Refused) {
    const ClosedPort closed;
    const Report report =
        probe({"http://198.51.100.7/", "-x", GetParam().name + ("://" + host_port(closed.port()))});
    EXPECT_EQ(report.verdict(), "proxy_error/proxy_connect_refused/proxy");
}

INSTANTIATE_TEST_SUITE_P(Socks, EverySocks,
                         ::testing::Values(Kind{"socks4"}, Kind{"socks4a"}, Kind{"socks5"}, Kind{"socks5h"}),
                         CaseName());

}  // namespace
}  // namespace integration
