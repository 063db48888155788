// `outrider schema`: what it prints, and that real reports of every sort fit it. Every report that a test
// reads is checked against the schema, too.
#include "files.hpp"
#include "outrider.hpp"
#include "report_rules.hpp"
#include "scripted_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

namespace integration {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Schema, IsPrintedForReportAndPlan) {
    for (const char* document : {"report", "plan"}) {
        const Exit exit = outrider({"schema", document});
        EXPECT_EQ(exit.code, 0);
        EXPECT_EQ(exit.err, "");
        const Json schema = Json::parse(exit.out);
        EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        EXPECT_EQ(schema["additionalProperties"], false);
        EXPECT_EQ(outrider_plain({"schema", document}).out, exit.out);
    }
    EXPECT_EQ(report_schema().schema(), Json::parse(outrider({"schema", "report"}).out));
}

TEST(Schema, HasHelpOfItsOwnAndWantsOneOfTwoWords) {
    EXPECT_THAT(outrider({"schema", "--help"}).out, HasSubstr("Usage: outrider schema report|plan"));
    for (const std::vector<std::string>& wrong :
         {std::vector<std::string>{"schema"}, {"schema", "results"}, {"schema", "report", "plan"}}) {
        const Exit exit = outrider(wrong);
        EXPECT_EQ(exit.code, 64);
        EXPECT_EQ(exit.out, "");
        EXPECT_THAT(exit.err, HasSubstr("write report or plan"));
    }
    ProcessOptions full;
    full.out = Stdout::full;
    EXPECT_EQ(outrider({"schema", "report"}, full).code, 74);
}

class ReportsOfASort : public ::testing::Test {
protected:
    static void expect_fit(const Report& report) {
        EXPECT_THAT(report_schema().violations(report.json), IsEmpty());
    }

    const ScriptedServer server_{[](Peer& peer) {
        const std::string head = peer.read_head();
        if (head.starts_with("GET /hold")) return peer.hold();
        peer.send(response(head.starts_with("GET /limited") ? 429
                           : head.starts_with("GET /gone")  ? 404
                                                            : 200));
    }};
    const TempDir dir_;
};

TEST_F(ReportsOfASort, AllFit) {
    const std::string ok = server_.url("/ok");
    const std::string list = dir_.file("list.txt", "nonsense\n" + ok + "\n" + ok + "\n");
    const std::pair<std::vector<std::string>, const char*> cases[] = {
        {{ok}, "HEALTHY"},
        {{ok, server_.url("/gone"), server_.url("/ok2")}, "DEGRADED"},
        {{ok, server_.url("/limited")}, "CRITICAL"},
        {{"--targets", list}, "HEALTHY"},
        {{ok, "-x", "http://127.0.0.1:1", "--direct", "--name", "n", "--detail", "none"}, "CRITICAL"},
    };
    for (const auto& [arguments, state] : cases) {
        const Report report = probe(arguments);
        EXPECT_EQ(report["diagnosis"]["state"], state);
        expect_fit(report);
    }
}

TEST_F(ReportsOfASort, OfShardsAndTheirMergeFit) {
    std::vector<std::string> merge{"merge"};
    for (const char* shard : {"0/2", "1/2"}) {
        const Report report = probe({server_.url("/ok"), server_.url("/gone"), "--shard", shard});
        EXPECT_FALSE(report["run"]["shard"].is_null());
        expect_fit(report);
        merge.push_back(dir_.file(std::string(1, shard[0]), report.exit.out));
    }
    merge.insert(merge.end(), {"--baseline", merge.back()});
    const Report whole = read_report(outrider(merge));
    EXPECT_FALSE(whole["drift"].is_null());
    expect_fit(whole);
}

TEST_F(ReportsOfASort, OfARunThatWasInterruptedFit) {
    RunningOutrider run(
        {server_.url("/hold"), "--deadline", "30s", "--read-timeout", "25s", "--probe-timeout", "25s"});
    ASSERT_TRUE(eventually([&] { return server_.connections() == 1; }));
    run.signal(SIGINT);
    const Report report = read_report(run.wait());
    EXPECT_EQ(report["run"]["interrupted"], "SIGINT");
    expect_fit(report);
}

}  // namespace
}  // namespace integration
