// Signals: the report of what was collected, within a second, with the code of the signal.
#include "cases.hpp"
#include "files.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace integration {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

struct Signal {
    const char* name;
    int number;
    int code;
    const char* word;
};
const Signal signals[] = {
    {"hangup", SIGHUP, 129, R"("SIGHUP")"},
    {"interrupt", SIGINT, 130, R"("SIGINT")"},
    {"terminate", SIGTERM, 143, R"("SIGTERM")"},
};

class Signals : public ::testing::TestWithParam<Signal> {
protected:
    const ScriptedServer silent_{[](Peer& peer) { peer.hold(); }};
    const ScriptedServer fast_{answer(response(200))};
    const ScriptedServer throttled_{[](Peer& peer) {
        peer.read_head();
        peer.send("HTTP/1.1 429 X\r\nRetry-After: 7\r\nContent-Length: 9\r\n\r\n");
        peer.hold();
    }};
};

TEST_P(Signals, EndTheRunWithItsReport) {
    RunningOutrider run({fast_.url(), silent_.url(), throttled_.url(), "--deadline", "30s", "--read-timeout",
                         "25s", "--probe-timeout", "25s"});
    ASSERT_TRUE(eventually([&] { return silent_.connections() == 1 && throttled_.connections() == 1; }));
    std::this_thread::sleep_for(300ms);  // for the fast answer and the head of the slow one to be read
    const auto sent = Clock::now();
    run.signal(GetParam().number);
    const Report report = read_report(run.wait());
    EXPECT_LT(Clock::now() - sent, 1s) << "within 1 s";
    EXPECT_EQ(report.exit.code, GetParam().code);
    EXPECT_EQ(report.text("/run/interrupted"), GetParam().word);
    EXPECT_EQ(report.verdict(0), "success/-/-");
    EXPECT_EQ(report.verdict(1), "abandoned/cut_off/-");
    EXPECT_EQ(report.result(1)["detail"], "ended by a signal") << "no limit";
    EXPECT_EQ(report.verdict(2), "rate_limited/-/target") << "a head that was received counts";
    EXPECT_EQ(report.text("/run/abandoned"), "1");
    EXPECT_EQ(report.text("/run/coverage"), "0.6667");
}

TEST_P(Signals, TheSecondOneEndsAtOnce) {
    // Nobody reads stdout, and the report does not fit into the pipe: the first signal alone would wait for
    // it.
    ProcessOptions options;
    options.out = Stdout::unread;
    std::vector<std::string> arguments{"--deadline",      "30s", "--read-timeout", "25s",
                                       "--probe-timeout", "25s", "--per-route",    "0"};
    for (int i = 0; i < 200; ++i)
        arguments.push_back(silent_.url("/" + std::to_string(i)));
    RunningOutrider run(arguments, options);
    ASSERT_TRUE(eventually([&] { return silent_.connections() == 200; }));
    run.signal(GetParam().number);
    std::this_thread::sleep_for(200ms);  // two that are pending at once are one
    run.signal(GetParam().number);
    const auto sent = Clock::now();
    const Exit exit = run.wait();
    EXPECT_EQ(exit.code, GetParam().code);
    EXPECT_LT(Clock::now() - sent, 1s);
}

TEST_P(Signals, BeforeProbingThereIsNoReport) {
    const TempDir dir;
    const std::string fifo = dir / "targets";
    ASSERT_EQ(run({"mkfifo", fifo}).code, 0);
    RunningOutrider run({"--targets", fifo, "--deadline", "30s"});
    std::this_thread::sleep_for(
        300ms);  // it waits for the input by now; if not, it gets the signal earlier still
    run.signal(GetParam().number);
    const Exit exit = run.wait();
    EXPECT_TRUE(exit.code == GetParam().code || exit.signal == GetParam().number);
    EXPECT_EQ(exit.out, "");
}

TEST_P(Signals, BeatTheExitCodeOfTheState) {
    RunningOutrider run({silent_.url(), "--fail-on", "never", "--deadline", "30s", "--read-timeout", "25s"});
    ASSERT_TRUE(eventually([&] { return silent_.connections() == 1; }));
    run.signal(GetParam().number);
    EXPECT_EQ(run.wait().code, GetParam().code);
}

INSTANTIATE_TEST_SUITE_P(Each, Signals, ::testing::ValuesIn(signals), CaseName());

TEST(SignalReport, SaysInEveryPhaseWhatEndedIt) {
    const FullPort full;
    const ScriptedServer silent([](Peer& peer) { peer.hold(); });
    const std::string at = host_port(silent.port());
    RunningOutrider run({"http://" + host_port(full.port()), "https://" + at, "-x", "socks5://" + at,
                         "--direct", "--deadline", "30s", "--connect-timeout", "25s", "--read-timeout", "25s",
                         "--probe-timeout", "25s"});
    ASSERT_TRUE(eventually([&] { return silent.connections() == 3; }));
    run.signal(SIGINT);
    const Report report = read_report(run.wait());
    ASSERT_EQ(report["results"].size(), 4U);
    for (const Json& result : report["results"]) {
        EXPECT_EQ(verdict_of(result), "abandoned/cut_off/-");
        EXPECT_EQ(result["detail"], "ended by a signal");
    }
}

// Its head has said what it is, and that is no success.
TEST(SignalReport, ARedirectThatLeadsNowhereIsNotCutOff) {
    const ScriptedServer server([](Peer& peer) {
        peer.read_head();
        peer.send("HTTP/1.1 302 X\r\nContent-Length: 9\r\n\r\n");
        peer.hold();
    });
    RunningOutrider run(
        {server.url(), "--deadline", "30s", "--read-timeout", "25s", "--probe-timeout", "25s"});
    ASSERT_TRUE(eventually([&] { return server.connections() == 1; }));
    std::this_thread::sleep_for(300ms);  // for the head to be read
    run.signal(SIGINT);
    EXPECT_EQ(read_report(run.wait()).verdict(), "network_error/redirect_invalid/target");
}

TEST(SignalReport, GoesToItsFileToo) {
    const ScriptedServer silent([](Peer& peer) { peer.hold(); });
    const std::string file = output_dir() / "report.json";
    RunningOutrider run({silent.url(), "-o", file, "--deadline", "30s", "--read-timeout", "25s"});
    ASSERT_TRUE(eventually([&] { return silent.connections() == 1; }));
    run.signal(SIGTERM);
    const Exit exit = run.wait();
    EXPECT_EQ(exit.code, 143);
    EXPECT_EQ(exit.out, "");
    EXPECT_EQ(read_report_file(file).text("/run/interrupted"), R"("SIGTERM")");
}

}  // namespace
}  // namespace integration
