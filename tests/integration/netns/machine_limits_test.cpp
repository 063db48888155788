// What this machine has too little of is never a proxy's or a target's fault.
#include "outrider.hpp"
#include "private_network.hpp"
#include "scripted_server.hpp"

#include <gtest/gtest.h>

namespace integration {
namespace {

std::vector<std::string> many_targets(const ScriptedServer& server, int count) {
    std::vector<std::string> arguments;
    for (int i = 0; i < count; ++i)
        arguments.push_back(server.url("/" + std::to_string(i)));
    return arguments;
}

TEST(MachineLimits, Ports) {
    const PrivateNetwork network;
    const ScriptedServer silent([](Peer& peer) { peer.hold(); });
    write_file("/proc/sys/net/ipv4/ip_local_port_range", "40000 40009");
    std::vector<std::string> arguments = many_targets(silent, 50);
    arguments.insert(arguments.end(), {"--read-timeout", "1s"});
    const Report report = probe(arguments);
    EXPECT_EQ(report.text("/summary/errors"), R"({"local_resources":40,"read_timeout":10})");
    EXPECT_EQ(report.text("/run/completed"), "10");
    for (const Json& result : report["results"]) {
        const bool local = result["outcome"] == "local_error";
        EXPECT_EQ(result["blame"], local ? "local" : "target");
    }
}

TEST(MachineLimits, FileDescriptors) {
    const ScriptedServer server(answer(response(200)));
    std::vector<std::string> arguments = many_targets(server, 300);
    std::string command = "ulimit -n 64; exec \"$0\" \"$@\"";
    arguments.insert(arguments.begin(), {"sh", "-c", command, OUTRIDER_BINARY});
    const Report report = read_report(run(arguments));
    EXPECT_EQ(report.text("/summary/outcomes"), R"({"success":300})");
    EXPECT_LT(report["run"]["concurrency"], 64);
}

TEST(MachineLimits, ANumberBeyondThemIsLoweredWithAWarning) {
    const ScriptedServer server(answer(response(200)));
    std::vector<std::string> arguments = many_targets(server, 100);
    arguments.insert(arguments.begin(), {"sh", "-c", "ulimit -n 64; exec \"$0\" \"$@\"", OUTRIDER_BINARY});
    arguments.insert(arguments.end(), {"--concurrency", "100"});
    const Report report = read_report(run(arguments));
    EXPECT_EQ(report.text("/summary/outcomes"), R"({"success":100})");
    EXPECT_NE(report.exit.err.find("concurrency"), std::string::npos) << report.exit.err;
}

}  // namespace
}  // namespace integration
