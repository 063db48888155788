// --proxies-out: which proxies it holds, in which form, for whom, and where it is not to be had.
#include "cases.hpp"
#include "files.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"
#include "secrets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>

namespace integration {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string password = secret("list");

unsigned mode_of(const std::string& path) {
    struct stat status {};
    EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
    return status.st_mode & 07777;
}

// The lists hold secrets on purpose, and stand where they are not searched for.
class ProxiesOut : public ::testing::Test {
protected:
    const ScriptedServer good_{answer(response(200))};
    const ClosedPort closed_;
    const TempDir dir_;
    const std::string good = host_port(good_.port());
    const std::string bad = host_port(closed_.port());
    const std::string out_ = dir_ / "usable.txt";

    Report run_with(std::vector<std::string> arguments, ProcessOptions options = {}) const {
        arguments.insert(arguments.begin(), {"http://t.invalid/", "--proxies-out", out_, "-v"});
        Report report = probe(std::move(arguments), std::move(options));
        EXPECT_THAT(traces_in(report.exit.out), IsEmpty());
        EXPECT_THAT(traces_in(report.exit.err), IsEmpty());
        return report;
    }
};

TEST_F(ProxiesOut, HoldsTheUsableOnesAsTheyCameInAndCanBeFedBack) {
    const std::string lines = "http://ada:" + password + "@" + good + "/\n" + "bob:" + password + "@" + good +
                              "\n" + good + ":carl:" + password + ":x\n" + good + "\n";
    const std::string list = dir_.file("pool.txt", "# mine\r\n  http://" + bad + "\r\n" + lines +
                                                       "http://dead:" + password + "@" + bad + " # gone\n");
    const Report first = run_with({"--proxies", list});
    EXPECT_EQ(first.text("/dispatch/usable_proxies"), "4");
    EXPECT_EQ(read_file(out_), lines);
    EXPECT_EQ(mode_of(out_), 0600U);

    const Report again = run_with({"--proxies", out_});
    EXPECT_EQ(again["proxies"].size(), 4U);
    EXPECT_EQ(again.text("/dispatch/usable_proxies"), "4");
    EXPECT_EQ(read_file(out_), lines);
}

TEST_F(ProxiesOut, ALineWithoutASchemeStaysWithout) {
    const ScriptedServer socks([](Peer& peer) {
        peer.read(3);
        peer.send(std::string("\x05\x00", 2));
        peer.read(5);
        peer.read_some();
        peer.send(std::string("\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00", 10));
        peer.read_head();
        peer.send(response(200));
    });
    const std::string at = host_port(socks.port());
    const std::string list = dir_.file("pool.txt", at + "\nhttp://" + bad + "\n");
    EXPECT_EQ(run_with({"--proxies", list, "--proxy-scheme", "socks5h"}).text("/dispatch/usable_proxies"),
              "1");
    EXPECT_EQ(read_file(out_), at + "\n");
}

TEST_F(ProxiesOut, SessionsOfAPlanEachByThemselvesWithWhatTheEnvironmentGave) {
    const std::string plan =
        dir_.file("plan.json", R"({"proxies": ["http://s-{1..3}:${PW}@)" + good + R"(", {"url": "http://)" +
                                   bad + R"(", "name": "x"}], "proxies_out": ")" + out_ + R"("})");
    ProcessOptions options;
    options.env = {{"PW", password}};
    const Exit exit = outrider({"http://t.invalid/", "--plan", plan}, options);
    EXPECT_THAT(traces_in(exit.out + exit.err), IsEmpty());
    std::string lines;
    for (const char* session : {"1", "2", "3"})
        lines += std::string("http://s-") + session + ":" + password + "@" + good + "\n";
    EXPECT_EQ(read_file(out_), lines);
}

TEST_F(ProxiesOut, OfTheEnvironmentToo) {
    ProcessOptions options;
    options.env = {{"http_proxy", good + ":ada:" + password}, {"OUTRIDER_PROXIES_OUT", out_}};
    EXPECT_EQ(probe({"http://t.invalid/", "--proxy-from-env"}, options).verdict(), "success/-/-");
    EXPECT_EQ(read_file(out_), good + ":ada:" + password + "\n");
}

TEST_F(ProxiesOut, IsEmptyWhereNoneIsUsable) {
    write_file(out_, "http://old\n");
    run_with({"-x", "http://" + bad});
    EXPECT_EQ(read_file(out_), "");
    EXPECT_EQ(probe({good_.url(), "--proxies-out", out_}).exit.code, 0) << "probed direct";
    EXPECT_EQ(outrider({"http://t.invalid/", "--proxies", out_}).code, 65) << "never direct by itself";
}

TEST_F(ProxiesOut, WhatWasThereIsTakenFromOthers) {
    write_file(out_, "http://old\n");
    ASSERT_EQ(::chmod(out_.c_str(), 0644), 0);
    run_with({"-x", "http://" + good});
    EXPECT_EQ(read_file(out_), "http://" + good + "\n");
    EXPECT_EQ(mode_of(out_), 0600U);
}

TEST_F(ProxiesOut, AFifoIsWrittenInPlace) {
    ASSERT_EQ(run({"mkfifo", "-m", "644", out_}).code, 0);
    Process reader({"cat", out_});
    run_with({"-x", "http://" + good});
    EXPECT_EQ(reader.wait().out, "http://" + good + "\n");
    EXPECT_TRUE(std::filesystem::is_fifo(out_));
    EXPECT_EQ(mode_of(out_), 0644U);
}

TEST_F(ProxiesOut, ThatCannotBeWrittenIs74AndTheReportStands) {
    const Report report =
        probe({"http://t.invalid/", "-x", "http://" + good, "--proxies-out", dir_ / "none/usable.txt"});
    EXPECT_EQ(report.exit.code, 74);
    EXPECT_THAT(report.exit.err, HasSubstr("none/usable.txt: No such file or directory"));
    EXPECT_EQ(report.verdict(), "success/-/-");
}

TEST_F(ProxiesOut, OnePathForTwoIs64) {
    for (const std::vector<std::string>& other : {std::vector<std::string>{"-o", out_},
                                                  {"--report", "text=" + out_},
                                                  {"-o", dir_ / "./usable.txt"}}) {
        std::vector<std::string> arguments{"http://t.invalid/", "-x", "http://" + good, "--proxies-out",
                                           out_};
        arguments.insert(arguments.end(), other.begin(), other.end());
        const Exit exit = outrider(arguments);
        EXPECT_EQ(exit.code, 64);
        EXPECT_EQ(exit.out, "");
    }
    EXPECT_FALSE(std::filesystem::exists(out_));
    EXPECT_EQ(outrider({"http://t.invalid/", "-x", "http://" + good, "--proxies-out", "-"}).code, 64);
}

TEST_F(ProxiesOut, IsNotForMerge) {
    const std::string report = output_dir() / "report.json";
    outrider({"http://t.invalid/", "-x", "http://" + good, "-o", report});
    const Exit exit = outrider({"merge", report, "--proxies-out", out_});
    EXPECT_EQ(exit.code, 64);
    EXPECT_THAT(exit.err, HasSubstr("a report holds no secrets"));
    EXPECT_EQ(exit.out, "");
    EXPECT_FALSE(std::filesystem::exists(out_));
}

TEST_F(ProxiesOut, IsWrittenWhenASignalEndsTheRun) {
    const ScriptedServer once([](Peer& peer) {
        peer.read_head();
        if (peer.number() > 0) return peer.hold();
        peer.send(response(200));
    });
    const std::string line = "http://ada:" + password + "@" + host_port(once.port());
    RunningOutrider run({"http://t.invalid/", "-x", line, "--attempts", "2", "--proxies-out", out_,
                         "--deadline", "30s", "--read-timeout", "25s", "--probe-timeout", "25s"});
    ASSERT_TRUE(eventually([&] { return once.connections() == 2; })) << "the first has been answered by then";
    run.signal(SIGTERM);
    EXPECT_EQ(read_report(run.wait()).exit.code, 143);
    EXPECT_EQ(read_file(out_), line + "\n");
    EXPECT_EQ(mode_of(out_), 0600U);
}

}  // namespace
}  // namespace integration
