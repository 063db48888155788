// The hard end of the process: whatever the network, the resolver and the reader of stdout do.
#include "dns_server.hpp"
#include "files.hpp"
#include "outrider.hpp"
#include "private_network.hpp"
#include "sanitizers.hpp"
#include "scripted_server.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace integration {
namespace {

using namespace std::chrono_literals;

constexpr int silent_proxies = 1000 / sanitizer_slowness;
constexpr int pairs = 2 * silent_proxies;

/// Proxies that accept and say nothing, a DNS server that does the same, and a target that trickles.
class Deadline : public ::testing::Test {
protected:
    const PrivateNetwork network_;
    const DnsServer dns_{{}, DnsAnswer{}};
    const TempDir dir_;
    /// Connections stay in its queue: accepted by the kernel, and by nobody else.
    const Fd silent_ = listen_on("0.0.0.0");
    const ScriptedServer trickle_{[](Peer& peer) {
        peer.read_head();
        peer.drip("HTTP/1.1 200 OK\r\nX-Slow: " + std::string(1000, 'z'), 100ms);
    }};

    std::string proxies() const {
        static constexpr const char* schemes[] = {"http", "https", "socks4", "socks4a", "socks5", "socks5h"};
        std::ostringstream list;
        for (int i = 0; i < silent_proxies; ++i)
            list << schemes[i % 6] << "://127.1." << i / 250 << "." << i % 250 + 1 << ":" << port_of(silent_)
                 << "\n";
        return dir_.file("proxies", list.str());
    }
    std::vector<std::string> arguments() const {
        return {trickle_.url("/trickle"),
                "https://dead-dns.example/",
                "--proxies",
                proxies(),
                "--direct",
                "--deadline",
                "3s",
                "--detail",
                "all"};
    }
};

void expect_whole(const Report& report) {
    EXPECT_EQ(report["run"]["planned"], pairs);
    EXPECT_EQ(report["run"]["controls"], 2);
    EXPECT_EQ(report["results"].size(), static_cast<std::size_t>(pairs + 2)) << "a probe went missing";
    EXPECT_EQ(report["run"]["deadline_hit"], true);
    EXPECT_EQ(report.text("/diagnosis/state"), R"("CRITICAL")");
    EXPECT_GT(report["run"]["completed"].get<int>() + report["run"]["local_errors"].get<int>(), pairs / 4)
        << "the silent are judged, not lost";
    EXPECT_EQ(report["targets"][0]["control"], "network_error") << "the trickle";
    EXPECT_EQ(report["targets"][1]["control"], "local_error") << "the dead DNS";
}

TEST_F(Deadline, WithAReader) {
    const Report report = probe(arguments());
    EXPECT_LE(report.exit.duration, 3000ms + sanitizer_start);
    EXPECT_EQ(report.exit.code, 2) << report.exit.err;
    expect_whole(report);
}

TEST_F(Deadline, WithAReaderThatNeverReads) {
    ProcessOptions options;
    options.out = Stdout::unread;
    const Exit exit = outrider(arguments(), options);
    EXPECT_LE(exit.duration, 3000ms + sanitizer_start);
    EXPECT_EQ(exit.code, 74);
}

TEST_F(Deadline, IntoAFile) {
    std::vector<std::string> with_file = arguments();
    const std::string file = output_dir() / "report.json";
    with_file.insert(with_file.end(), {"-o", file});
    const Exit exit = outrider(with_file);
    EXPECT_LE(exit.duration, 3000ms + sanitizer_start);
    EXPECT_EQ(exit.code, 2) << exit.err;
    expect_whole(read_report_file(file));
}

TEST_F(Deadline, AnOutputFifoThatNobodyOpens) {
    const std::string fifo = dir_ / "fifo";
    ASSERT_EQ(run({"mkfifo", fifo}).code, 0);
    const Exit exit = outrider({trickle_.url(), "--deadline", "1s", "-o", fifo});
    EXPECT_LE(exit.duration, 1000ms + sanitizer_start);
    EXPECT_EQ(exit.code, 74);
}

TEST_F(Deadline, AStderrThatNobodyReads) {
    // More than a pipe holds, while wait() has not begun to read.
    std::vector<std::string> talkative = arguments();
    talkative.push_back("-v");
    RunningOutrider run(talkative);
    std::this_thread::sleep_for(3200ms + sanitizer_start);
    EXPECT_FALSE(run.running());
}

TEST_F(Deadline, ADeadResolverAlone) {
    const Report report = probe({"http://a.example/", "http://b.example/", "--deadline", "1s"});
    EXPECT_LE(report.exit.duration, 1000ms + sanitizer_start);
    EXPECT_EQ(report.verdict(0), "local_error/dns_timeout/local");
    EXPECT_EQ(report.verdict(1), "local_error/dns_timeout/local");
}

// Half of the window, or twice the latency limit: later than that, nothing starts.
TEST_F(Deadline, WhatDidNotFitIsAbandonedAndSaidToBe) {
    constexpr int few_at_once = pairs / 20;
    std::vector<std::string> few = arguments();
    few.insert(few.end(), {"--concurrency", std::to_string(few_at_once)});
    const Report report = probe(few);
    EXPECT_LE(report.exit.duration, 3000ms + sanitizer_start);
    EXPECT_EQ(report["run"]["planned"], pairs);
    EXPECT_EQ(report["summary"]["errors"]["not_started"], report["run"]["abandoned"]);
    EXPECT_GT(report["run"]["abandoned"], pairs - 2 * few_at_once);
    EXPECT_LE(report["run"]["concurrency"], few_at_once);
}

}  // namespace
}  // namespace integration
