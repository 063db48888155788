// TLS probes are shared among the processors: the report does not depend on how many there are.
#include "certificates.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gtest/gtest.h>

#include <sched.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

namespace integration {
namespace {

constexpr int many = 128;  // enough for two threads

/// Answers /N by N.
void answer_by_number(Peer& peer) {
    const std::string head = peer.read_head();
    const int number = std::atoi(head.c_str() + head.find('/') + 1);
    switch (number % 5) {
        case 0:
            return peer.send(response(403));
        case 1:
            return peer.send(response(429, "Retry-After: " + std::to_string(number) + "\r\n"));
        case 2:
            return peer.reset();
        default:
            return peer.send(response(200));
    }
}

std::vector<std::string> numbered_targets(const ScriptedServer& server) {
    // No reason is to hang on how fast this machine is.
    std::vector<std::string> arguments{"--cacert", certificate("ca"),    "--per-route",
                                       "0",        "--degraded-latency", "20s"};
    for (int i = 0; i < many; ++i)
        arguments.push_back(server.url("/" + std::to_string(i)));
    return arguments;
}

int processors() {
    cpu_set_t allowed;
    return ::sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
}

std::string first_processor() {
    cpu_set_t allowed;
    int first = 0;
    if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        while (!CPU_ISSET(first, &allowed))
            ++first;
    }
    return std::to_string(first);
}

int threads_of(pid_t process) {
    const std::filesystem::directory_iterator tasks("/proc/" + std::to_string(process) + "/task");
    return static_cast<int>(std::distance(begin(tasks), end(tasks)));
}

/// All numbers that time has no part in.
Json timeless(const Report& report) {
    Json kept;
    for (const char* key : {"diagnosis", "backoff", "dispatch"})
        kept[key] = report[key];
    kept["diagnosis"].erase("notes");
    for (const char* key : {"planned", "completed", "abandoned", "local_errors", "plan_id"})
        kept["run"][key] = report["run"].at(key);
    for (const char* key : {"success_rate", "throttle_count", "ban_count", "outcomes", "statuses", "errors"})
        kept["summary"][key] = report["summary"].at(key);
    for (const Json& result : report["results"]) {
        Json row;
        for (const char* key : {"target", "proxy", "attempt", "outcome", "error", "status", "blame"})
            row[key] = result.at(key);
        kept["results"].push_back(row);
    }
    return kept;
}

TEST(Threads, OneOrSeveralGiveTheSameReport) {
    const ScriptedServer server(answer_by_number, tls_with("server"));
    std::vector<std::string> on_one{"taskset", "-c", first_processor(), OUTRIDER_BINARY};
    const std::vector<std::string> arguments = numbered_targets(server);
    on_one.insert(on_one.end(), arguments.begin(), arguments.end());
    const Report one = read_report(run(on_one));
    const Report all = probe(arguments);
    EXPECT_EQ(Json::diff(timeless(one), timeless(all)).dump(1), "[]");
    EXPECT_EQ(all.text("/summary/outcomes"),
              R"({"network_error":26,"rate_limited":26,"banned":26,"success":50})");
    EXPECT_EQ(all.text("/backoff/retry_after_s"), "121") << "the second largest of 128";
}

TEST(Threads, AreAsManyAsProcessorsAndAllHearASignal) {
    const ScriptedServer silent([](Peer& peer) { peer.hold(); }, tls_with("server"));
    std::vector<std::string> arguments = numbered_targets(silent);
    arguments.insert(arguments.end(),
                     {"--deadline", "30s", "--read-timeout", "25s", "--probe-timeout", "25s"});
    RunningOutrider running(arguments);
    ASSERT_TRUE(eventually([&] { return silent.connections() == many; }));
    EXPECT_GE(threads_of(running.pid()), std::min(processors(), 2));
    running.signal(SIGTERM);
    const Report report = read_report(running.wait());
    EXPECT_EQ(report.exit.code, 143);
    EXPECT_EQ(report.text("/run/interrupted"), R"("SIGTERM")");
    EXPECT_EQ(report.text("/summary/outcomes"), R"({"abandoned":128})");
    EXPECT_EQ(report.text("/run/concurrency"), "128");
}

}  // namespace
}  // namespace integration
