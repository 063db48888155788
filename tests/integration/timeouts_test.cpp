// The limits of one probe: whichever fires, the word is that of the phase, and the detail names limit and
// value.
#include "certificates.hpp"
#include "files.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace integration {
namespace {

using ::testing::HasSubstr;
using namespace std::chrono_literals;

void silent(Peer& peer) {
    peer.hold();
}

std::string detail(const Report& report) {
    return report.result()["detail"].dump();
}

TEST(Timeouts, Connect) {
    const FullPort full;
    const Report report = probe({"http://" + host_port(full.port()), "--connect-timeout", "300ms"});
    EXPECT_EQ(report.verdict(), "network_error/connect_timeout/target");
    EXPECT_THAT(detail(report), HasSubstr("connect-timeout 300ms"));
}

TEST(Timeouts, TlsHandshakeBelongsToConnecting) {
    const ScriptedServer server(silent);
    const Report report = probe({"https://" + host_port(server.port()), "--connect-timeout", "300ms"});
    EXPECT_EQ(report.verdict(), "network_error/tls_timeout/target");
    EXPECT_THAT(detail(report), HasSubstr("connect-timeout 300ms"));
}

TEST(Timeouts, Read) {
    const ScriptedServer server(silent);
    const Report report = probe({server.url(), "--read-timeout", "300ms"});
    EXPECT_EQ(report.verdict(), "network_error/read_timeout/target");
    EXPECT_THAT(detail(report), HasSubstr("read-timeout 300ms"));
}

TEST(Timeouts, ReadOverTls) {
    const ScriptedServer server(silent, tls_with("server"));
    const Report report = probe({server.url(), "--cacert", certificate("ca"), "--read-timeout", "300ms"});
    EXPECT_EQ(report.verdict(), "network_error/read_timeout/target");
}

TEST(Timeouts, ATrickleOfHeadBytesIsCaughtByTheProbesOwnLimit) {
    const ScriptedServer server([](Peer& peer) {
        peer.read_head();
        peer.drip("HTTP/1.1 200 OK\r\nX-Slow: " + std::string(600, 'z'), 100ms);
    });
    const Report report = probe({server.url(), "--read-timeout", "600ms", "--probe-timeout", "1s"});
    EXPECT_EQ(report.verdict(), "network_error/read_timeout/target");
    EXPECT_THAT(detail(report), HasSubstr("probe-timeout 1s"));
}

TEST(Timeouts, BodyThatStalls) {
    const ScriptedServer server([](Peer& peer) {
        peer.read_head();
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfew");
        peer.hold();
    });
    const Report report = probe({server.url(), "--read-timeout", "300ms"});
    EXPECT_EQ(report.verdict(), "network_error/body_timeout/target");
    EXPECT_EQ(report.result()["status"], 200);
    EXPECT_EQ(report.result()["bytes"], 3);
    EXPECT_TRUE(report.result()["latency_ms"].is_number_float());
}

TEST(Timeouts, ARefusalWhoseBodyStallsStaysOne) {
    const ScriptedServer server([](Peer& peer) {
        peer.read_head();
        peer.send("HTTP/1.1 403 Forbidden\r\nContent-Length: 10\r\n\r\nno");
        peer.hold();
    });
    EXPECT_EQ(probe({server.url(), "--read-timeout", "300ms"}).verdict(), "banned/-/target");
}

TEST(Timeouts, TheEndOfTheRunIsALimitToo) {
    const ScriptedServer server(silent);
    const Report report = probe({server.url(), "--deadline", "2s"});
    EXPECT_EQ(report.verdict(), "network_error/read_timeout/target");
    EXPECT_THAT(detail(report), HasSubstr("deadline 2s"));
    EXPECT_EQ(report["run"]["deadline_hit"], true);
    EXPECT_EQ(report["run"]["completed"], 1);
}

TEST(Timeouts, AllHopsShareTheProbesLimit) {
    const ScriptedServer server([](Peer& peer) {
        peer.read_head();
        std::this_thread::sleep_for(150ms);
        peer.send("HTTP/1.1 302 X\r\nLocation: /\r\nContent-Length: 0\r\n\r\n");
    });
    const Report report = probe({server.url(), "--max-redirects", "100", "--probe-timeout", "1s"});
    EXPECT_EQ(report.verdict(), "network_error/read_timeout/target") << report.result();
    EXPECT_THAT(detail(report), HasSubstr("probe-timeout 1s"));
    EXPECT_GT(report.result()["requests"], 1);
}

}  // namespace
}  // namespace integration
