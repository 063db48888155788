// The load that a run causes: what was asked for, once, and one after another within a pair.
#include "lab.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace integration {
namespace {

using namespace std::chrono_literals;

TEST(Kindness, TheReportCountsEveryRequestThatTheLabSaw) {
    const Lab lab;
    const Report report =
        probe({lab.url("/status/200"), lab.url("/status/429"), lab.url("/redirect/2"), "--attempts", "3"});
    const Json seen = lab.stats()["by_path"];
    EXPECT_EQ(seen["/status/429"], 3) << "nothing is retried";
    EXPECT_EQ(seen["/redirect/2"], 3);
    EXPECT_EQ(report.text("/targets/0/requests"), "3");
    EXPECT_EQ(report.text("/targets/1/requests"), "3");
    EXPECT_EQ(report.text("/targets/2/requests"), "9");
    EXPECT_EQ(seen["/status/200"], 3 + 3);
}

TEST(Kindness, AQuotaThatRunsOutIsToldAndNotPressed) {
    const Lab lab({"--quota", "5/60s"});
    const Report report = probe({lab.url("/quota?style=none"), "--attempts", "8"});
    EXPECT_EQ(report.text("/summary/outcomes"), R"({"rate_limited":3,"success":5})");
    EXPECT_EQ(lab.stats()["by_path"]["/quota"], 8);
    EXPECT_GT(report["backoff"]["retry_after_s"], 0);
    EXPECT_LE(report["backoff"]["retry_after_s"], 60);
    EXPECT_EQ(report.text("/backoff/jitter"), R"("none")");
}

/// A server that tells how many requests it had at once.
class Busy {
public:
    int most() const { return most_; }
    std::string url(const std::string& path) const { return server_.url(path); }
    std::uint16_t port() const { return server_.port(); }
    int connections() const { return server_.connections(); }

private:
    std::atomic<int> now_{0};
    std::atomic<int> most_{0};
    ScriptedServer server_{[this](Peer& peer) {
        peer.read_head();
        const int here = ++now_;
        for (int seen = most_; here > seen && !most_.compare_exchange_weak(seen, here);) {
        }
        std::this_thread::sleep_for(20ms);
        --now_;
        peer.send(response(200));
    }};
};

TEST(Kindness, AttemptsOnAPairRunOneAfterAnother) {
    const Busy server;
    const Report report = probe({server.url("/"), "--attempts", "8"});
    EXPECT_EQ(server.connections(), 8);
    EXPECT_EQ(server.most(), 1);
    for (int i = 0; i < 8; ++i)
        EXPECT_EQ(report.result(static_cast<std::size_t>(i))["attempt"], i + 1);
}

std::vector<std::string> many_targets(const Busy& server, int count) {
    std::vector<std::string> urls;
    for (int i = 0; i < count; ++i)
        urls.push_back(server.url("/" + std::to_string(i)));
    return urls;
}

TEST(Kindness, ARouteHasSixAtOnceUnlessToldOtherwise) {
    const Busy server;
    std::vector<std::string> arguments = many_targets(server, 30);
    EXPECT_EQ(probe(arguments).text("/run/concurrency"), "6");
    EXPECT_LE(server.most(), 6);
    arguments.insert(arguments.end(), {"--per-route", "0"});
    EXPECT_EQ(probe(arguments).text("/run/concurrency"), "30");
}

TEST(Kindness, AttemptsThroughARotatingProxyRunSideBySide) {
    const Busy proxy;
    const Report report = probe(
        {"http://t.invalid/", "-x", "http://" + host_port(proxy.port()), "--rotating", "--attempts", "30"});
    EXPECT_EQ(report.text("/run/concurrency"), "30");
    EXPECT_GT(proxy.most(), 1);
    EXPECT_EQ(report.text("/diagnosis/policy"), R"("pool")");
    EXPECT_EQ(report.text("/dispatch/tested_proxies"), "30");
    EXPECT_EQ(report.text("/proxies/0/rotating"), "true");
}

TEST(Kindness, AHostHasAsManyAtOnceAsItIsAllowed) {
    const Busy server;
    const Lab lab;
    std::vector<std::string> arguments = many_targets(server, 4);
    for (const char* kind : {"http", "socks5h", "socks4a"})
        arguments.insert(arguments.end(), {"-x", lab.proxy(kind)});
    arguments.insert(arguments.end(), {"--per-host", "2"});
    const Report report = probe(arguments);
    EXPECT_EQ(report.text("/summary/outcomes"), R"({"success":12})");
    EXPECT_LE(server.most(), 2);
}

TEST(Kindness, AProxyHostHasAsManyAtOnceAsItIsAllowed) {
    const Busy proxy;
    std::vector<std::string> arguments;
    for (int i = 0; i < 8; ++i)
        arguments.push_back("http://t" + std::to_string(i) + ".invalid/");
    arguments.insert(arguments.end(), {"-x", "http://" + host_port(proxy.port()), "-x",
                                       "http://u:p@" + host_port(proxy.port()), "--per-proxy-host", "3"});
    const Report report = probe(arguments);
    EXPECT_EQ(report.text("/summary/outcomes"), R"({"success":16})");
    EXPECT_LE(proxy.most(), 3);
}

TEST(Kindness, ARampSpreadsTheStarts) {
    const ScriptedServer server(answer(response(200)));
    std::vector<std::string> arguments{"--ramp", "1s", "--per-route", "0"};
    for (int i = 0; i < 10; ++i)
        arguments.push_back(server.url("/" + std::to_string(i)));
    const Report report = probe(arguments);
    std::vector<double> starts;
    for (const Json& result : report["results"])
        starts.push_back(result["started_ms"]);
    std::sort(starts.begin(), starts.end());
    // Counted from the start of the run, which comes before that of the ramp.
    for (std::size_t i = 0; i < starts.size(); ++i)
        EXPECT_GE(starts[i], 100.0 * static_cast<double>(i));
}

TEST(Kindness, TheGapBetweenAttemptsIsKept) {
    const ScriptedServer server(answer(response(200)));
    const Report report = probe({server.url(), "--attempts", "3", "--attempt-gap", "200ms"});
    for (std::size_t i : {1U, 2U}) {
        const Json& before = report.result(i - 1);
        const double end = before["started_ms"].get<double>() + before["latency_ms"].get<double>();
        EXPECT_GE(report.result(i)["started_ms"].get<double>(), end + 200.0);
    }
}

TEST(Kindness, DifferentPairsRunSideBySide) {
    std::atomic<int> waiting{0};
    const ScriptedServer server([&](Peer& peer) {
        peer.read_head();
        ++waiting;
        eventually([&] { return waiting >= 4; }, 4s);
        peer.send(response(200));
    });
    const Report report = probe({server.url("/1"), server.url("/2"), server.url("/3"), server.url("/4")});
    EXPECT_EQ(report.text("/summary/success_rate"), "1.0");
    EXPECT_EQ(report.text("/run/concurrency"), "4");
}

TEST(Kindness, ConcurrencyIsALimit) {
    const ScriptedServer server(answer(response(200)));
    std::vector<std::string> arguments{"--concurrency", "2"};
    for (int i = 0; i < 10; ++i)
        arguments.push_back(server.url("/" + std::to_string(i)));
    const Report report = probe(arguments);
    EXPECT_EQ(report.text("/summary/success_rate"), "1.0");
    EXPECT_LE(report["run"]["concurrency"], 2);
}

// Each refusal is there before the next probe starts: one that has to wait for all other starts would be told
// as a slow one.
TEST(Kindness, WhatHasComeIsLookedAtBetweenStarts) {
    const ClosedPort closed;
    std::vector<std::string> arguments{"--concurrency", "400", "--per-route", "0"};
    for (int i = 0; i < 400; ++i)
        arguments.push_back("http://127.0.0.1:" + std::to_string(closed.port()) + "/" + std::to_string(i));
    const Report report = probe(arguments);
    EXPECT_EQ(report.text("/summary/errors"), R"({"connect_refused":400})");
    EXPECT_LE(report["run"]["concurrency"], 100);
}

TEST(Kindness, NothingIsSentBeyondTheWindow) {
    const ScriptedServer server([](Peer& peer) { peer.hold(); });
    std::vector<std::string> arguments{"--concurrency", "1", "--deadline", "2s"};
    for (int i = 0; i < 5; ++i)
        arguments.push_back(server.url("/" + std::to_string(i)));
    const Report report = probe(arguments);
    EXPECT_EQ(server.connections(), 1);
    EXPECT_EQ(report.text("/summary/outcomes"), R"({"abandoned":4,"network_error":1})");
    EXPECT_EQ(report.text("/summary/errors"), R"({"not_started":4,"read_timeout":1})");
    EXPECT_EQ(report.text("/run/coverage"), "0.2");
}

}  // namespace
}  // namespace integration
