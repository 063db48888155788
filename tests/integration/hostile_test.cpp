// Peers and inputs that mean harm: none costs another probe its turn, the process its end, or a user a
// secret.
#include "files.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <csignal>
#include <thread>

namespace integration {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr auto secret = "Zq9PassWordXyzzy77";

/// Sends the same bytes for as long as anybody takes them.
ScriptedServer::Script flood(std::string head, const std::string& piece) {
    std::string pieces;
    while (pieces.size() < 256 * 1024)
        pieces += piece;
    return [head = std::move(head), pieces = std::move(pieces)](Peer& peer) {
        peer.read_head();
        peer.send(head);
        for (int i = 0; i < 100'000; ++i)
            peer.send(pieces);
    };
}

const std::string chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
const std::string tiny_chunk = "1;" + std::string(4000, 'e') + "\r\nx\r\n";

TEST(Hostile, APeerThatNeverPausesTakesNoTurnFromOthers) {
    const ScriptedServer flooding(flood(chunked, tiny_chunk));
    const ScriptedServer fine(answer(response(200)));
    const Report report =
        probe({flooding.url(), fine.url("/1"), fine.url("/2"), fine.url("/3"), "--probe-timeout", "1s"});
    EXPECT_EQ(report.verdict(0), "network_error/body_timeout/target");
    EXPECT_THAT(report.text("/results/0/detail"), HasSubstr("probe-timeout 1s"));
    EXPECT_EQ(report.text("/summary/outcomes"), R"({"network_error":1,"success":3})");
}

TEST(Hostile, AProxyThatNeverPausesEndsByItsLimit) {
    const ScriptedServer proxy(flood("HTTP/1.1 403 No\r\nTransfer-Encoding: chunked\r\n\r\n", tiny_chunk));
    const Report report =
        probe({"https://t.invalid/", "-x", "http://" + host_port(proxy.port()), "--deadline", "2s"});
    EXPECT_EQ(report.result()["blame"], "proxy");
}

TEST(Hostile, ASignalIsHeardBesideAPeerThatNeverPauses) {
    const ScriptedServer flooding(flood(chunked, tiny_chunk));
    RunningOutrider running({flooding.url()});
    while (flooding.connections() == 0)
        std::this_thread::sleep_for(1ms);
    running.signal(SIGTERM);
    const Exit exit = running.wait();
    EXPECT_EQ(exit.code, 143);
    EXPECT_EQ(read_report(exit).text("/run/interrupted"), R"("SIGTERM")");
}

TEST(Hostile, AChunkSizeHasAnEnd) {
    const ScriptedServer zeros(flood(chunked, "0"));
    EXPECT_EQ(probe({zeros.url()}).verdict(), "network_error/malformed_response/target");
}

TEST(Hostile, ASecretThatIsCutOffIsStillHidden) {
    const ScriptedServer echo([](Peer& peer) { peer.send(peer.read_head()); });
    const auto detail = [&](const std::vector<std::string>& arguments) {
        const Report report = probe(arguments);
        EXPECT_THAT(report.exit.out, Not(HasSubstr("Zq9P")));
        return report.text("/results/0/detail");
    };
    EXPECT_THAT(detail({echo.url(std::string("/items?api_key=") + secret + secret)}), HasSubstr("***…"));
    const ScriptedServer page([](Peer& peer) {
        peer.read_head();
        peer.send("HTTP/1.1 " + std::string(40, 'p') + secret + "\r\n\r\n");
    });
    EXPECT_THAT(detail({page.url(), "-H", std::string("Authorization: ") + secret}), HasSubstr("***…"));
    const ScriptedServer proxy([](Peer& peer) {
        peer.read_head();
        peer.send(response(403, "", std::string(168, 'p') + secret));
    });
    EXPECT_THAT(detail({"https://t.invalid/", "-x",
                        std::string("http://u:") + secret + '@' + host_port(proxy.port())}),
                HasSubstr("***…"));
}

TEST(Hostile, WhatTheEnvironmentBroughtIsHiddenInPathsAndHosts) {
    const TempDir dir;
    ProcessOptions options;
    options.env["S"] = secret;
    const std::string plan = dir.file("plan.json", R"({"targets": ["http://${S}.invalid/"],
                                                       "output": "/nonexistent/${S}"})");
    const Exit exit = outrider({"--plan", plan}, options);
    EXPECT_EQ(exit.code, 74);
    EXPECT_THAT(exit.err, HasSubstr("/nonexistent/***: "));
    EXPECT_THAT(exit.err, Not(HasSubstr("Zq9P")));
    const Report report = read_report(outrider({"--plan", plan, "-o", "-"}, options));
    EXPECT_THAT(report.text("/results/0/detail"), HasSubstr("***.invalid"));
    EXPECT_THAT(report.exit.out, Not(HasSubstr("zq9p")));
}

TEST(Hostile, WhatTheEnvironmentBroughtIsHiddenWhereAFileIsWrong) {
    const TempDir dir;
    ProcessOptions options;
    options.env["S"] = dir.file(secret, "{}");
    for (const char* key : {"signatures", "cacert", "cert"}) {
        const Json plan{{"targets", {"https://127.0.0.1:9/"}}, {key, "${S}"}};
        const Exit exit = outrider({"--plan", dir.file("plan.json", plan.dump())}, options);
        EXPECT_EQ(exit.code, 64) << key;
        EXPECT_THAT(exit.err, HasSubstr("***")) << key;
        EXPECT_THAT(exit.err, Not(HasSubstr("Zq9P"))) << key;
    }
}

TEST(Hostile, AUrlInTheWrongPlaceShowsNoPassword) {
    const std::string url = std::string("http://u:") + secret + "@127.0.0.1:9";
    for (const char* option : {"-X", "--proxies", "--targets", "--plan", "--format", "--report", "--cacert",
                               "--signatures", "--proxy-scheme", "--body=@"}) {
        const bool joined = std::string(option).ends_with('@');
        const Exit exit = joined ? outrider({"http://t.invalid/", option + url})
                                 : outrider({"http://t.invalid/", option, url});
        EXPECT_TRUE(exit.code == 64 || exit.code == 66) << option;
        EXPECT_THAT(exit.err, Not(HasSubstr("Zq9P"))) << option;
        EXPECT_THAT(exit.err, HasSubstr("http://***@127.0.0.1:9")) << option;
    }
    const Exit classify = outrider({"classify", url});
    EXPECT_THAT(classify.err, HasSubstr("http://***@127.0.0.1:9: cannot be read"));
}

TEST(Hostile, AnAnswerThatAResetFollowsCounts) {
    const ScriptedServer server([](Peer& peer) {
        peer.send(response(429, "Retry-After: 7\r\n"));
        peer.reset();
    });
    const Report report = probe({server.url(), "--attempts", "100"});
    EXPECT_EQ(report.text("/summary/outcomes"), R"({"rate_limited":100})");
}

TEST(Hostile, AFileThatNeverEndsEndsByTheDeadline) {
    const TempDir dir;
    const std::string fifo = dir / "fifo";
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    for (const char* option : {"--cacert", "--cert", "--signatures"}) {
        const Exit exit = outrider({"https://127.0.0.1:9/", option, fifo, "--deadline", "1s"});
        EXPECT_EQ(exit.code, 66);
        EXPECT_EQ(exit.out, "");
        EXPECT_THAT(exit.err, HasSubstr(option + (": '" + fifo) + "' cannot be read: ")) << "and it says why";
    }
}

TEST(Hostile, AListThatTakesTooLongEndsByHalfTheDeadline) {
    const TempDir dir;
    std::string lines;
    for (int i = 0; i < 2'000'000; ++i)
        lines += "x\n";
    const Exit exit = outrider({"--targets", dir.file("list", lines), "--deadline", "500ms"});
    EXPECT_EQ(exit.code, 66);
    EXPECT_EQ(exit.out, "");
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // whose own libraries need more
TEST(Hostile, WithoutDescriptorsItSaysSo) {
    const Exit exit =
        run({"sh", "-c", "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; ulimit -n 4; exec \"$0\" \"$@\"",
             OUTRIDER_BINARY, "http://127.0.0.1:9/"});
    EXPECT_EQ(exit.code, 70);
    EXPECT_THAT(exit.err, HasSubstr("a fault of outrider itself: "));
}
#endif

}  // namespace
}  // namespace integration
