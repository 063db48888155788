// `outrider merge`: real shards against one real run, and all that keeps reports from being merged.
#include "files.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <fstream>

namespace integration {
namespace {

using ::testing::HasSubstr;

/// Answers by the end of the path alone, be it asked as an origin or as a proxy.
void answer_by_path(Peer& peer) {
    const std::string line = peer.read_head().substr(0, 200);
    const std::string url = line.substr(0, line.find(" HTTP/"));
    if (url.ends_with("/ok")) peer.send(response(200));
    if (url.ends_with("/limited"))
        peer.send(response(429, "Retry-After: 7\r\nRateLimit-Policy: \"a\";q=5;w=3\r\n"));
    if (url.ends_with("/banned")) peer.send(response(403, "Server: cloudflare\r\n"));
    if (url.ends_with("/moved")) peer.send(response(302, "Location: /ok\r\n"));
    // "/gone" is closed without an answer
}

/// Without what depends on time, or on the number of shards.
Json timeless(Json report) {
    for (const char* key :
         {"started_at", "duration_ms", "probe_window_ms", "concurrency", "lag_ms", "plan_id"})
        report["run"].erase(key);
    report["diagnosis"].erase("notes");
    report["summary"]["avg_latency_ms"] = report["summary"]["phases_ms"] = nullptr;
    report["summary"]["latency_ms"] = report["summary"]["latency_ms"]["count"];
    for (const char* rows : {"targets", "proxies"}) {
        for (Json& row : report[rows])
            row["avg_latency_ms"] = row["p95_latency_ms"] = nullptr;
    }
    for (Json& result : report["results"]) {
        for (const char* key : {"latency_ms", "started_ms", "phases_ms"})
            result.erase(key);
    }
    return report;
}

class MergeOfShards : public ::testing::Test {
protected:
    std::vector<std::string> with(std::vector<std::string> more) const {
        std::vector<std::string> arguments{"--attempts", "2", "--direct", "--detail", "all"};
        for (const char* path : {"/ok", "/gone", "/limited", "/banned", "/moved"})
            arguments.push_back(origin_.url(path));
        for (const std::uint16_t port : {honest_.port(), closing_.port(), std::uint16_t{1}, limited_.port()})
            arguments.insert(arguments.end(), {"-x", "http://127.0.0.1:" + std::to_string(port)});
        arguments.insert(arguments.end(), more.begin(), more.end());
        return arguments;
    }

    /// The reports of `count` shards, as files.
    std::vector<std::string> shards(int count, const std::vector<std::string>& more = {}) const {
        std::vector<std::string> files;
        for (int index = 0; index < count; ++index) {
            std::vector<std::string> arguments =
                with({"--shard", std::to_string(index) + "/" + std::to_string(count)});
            arguments.insert(arguments.end(), more.begin(), more.end());
            const Exit exit = outrider(arguments);
            EXPECT_EQ(exit.code, 0) << exit.err;
            files.push_back(dir_.file("shard-" + std::to_string(index) + ".json", exit.out));
        }
        return files;
    }

    Exit merge(std::vector<std::string> arguments, const ProcessOptions& options = {}) const {
        arguments.insert(arguments.begin(), "merge");
        return outrider(arguments, options);
    }

    /// What is told of reports that cannot be merged: nothing else is written.
    std::string refusal(std::vector<std::string> arguments, int code = 65) const {
        const std::string output = dir_ / "refused.json";
        arguments.insert(arguments.end(), {"-o", output});
        const Exit exit = merge(arguments);
        EXPECT_EQ(exit.code, code) << exit.err;
        EXPECT_EQ(exit.out, "");
        EXPECT_FALSE(std::filesystem::exists(output));
        return exit.err;
    }

    const ScriptedServer origin_{answer_by_path};
    const ScriptedServer honest_{answer_by_path};
    const ScriptedServer closing_{[](Peer& peer) { peer.read_head(); }};
    const ScriptedServer limited_{answer(response(429))};
    const TempDir dir_;
};

TEST_F(MergeOfShards, EqualsOneRunNumberForNumber) {
    const Report whole = probe(with({"--fail-on", "never"}));
    for (const int count : {1, 2, 3, 7}) {
        std::vector<std::string> files = shards(count);
        std::reverse(files.begin(), files.end());
        files.insert(files.end(), {"--fail-on", "never", "--detail", "all"});
        const Report merged = read_report(merge(files));
        EXPECT_EQ(merged.exit.code, 0);
        EXPECT_EQ(merged.exit.err, "");
        EXPECT_EQ(timeless(merged.json), timeless(whole.json)) << count << " shards";
    }
    EXPECT_EQ(whole.verdict(0), "success/-/-");
}

TEST_F(MergeOfShards, OfASampleEqualsItToo) {
    const Report whole = probe(with({"--sample", "9", "--seed", "4"}));
    std::vector<std::string> files = shards(3, {"--sample", "9", "--seed", "4"});
    files.insert(files.end(), {"--detail", "all"});
    EXPECT_EQ(timeless(read_report(merge(files)).json), timeless(whole.json));
}

TEST_F(MergeOfShards, SettlesBlameAnew) {
    // A shard of one pair has no other to tell by.
    const std::vector<std::string> lone{origin_.url("/gone"), "-x",
                                        "http://127.0.0.1:" + std::to_string(honest_.port()), "-x",
                                        "http://127.0.0.1:" + std::to_string(closing_.port())};
    std::vector<std::string> files;
    for (const char* shard : {"0/2", "1/2"}) {
        std::vector<std::string> arguments = lone;
        arguments.insert(arguments.end(), {"--shard", shard});
        const Report report = probe(arguments);
        EXPECT_EQ(report.verdict(), "network_error/connection_closed/-");
        files.push_back(dir_.file(std::string("lone-") + shard[0] + ".json", report.exit.out));
    }
    const Report merged = read_report(merge(files));
    EXPECT_EQ(merged.verdict(0), "network_error/connection_closed/target");
    EXPECT_EQ(merged.verdict(1), "network_error/connection_closed/target");
}

TEST_F(MergeOfShards, DecidesByItsOwnOptionsAndExitCode) {
    const std::vector<std::string> files = shards(2);
    const auto code_with = [&](std::vector<std::string> more) {
        more.insert(more.end(), files.begin(), files.end());
        return merge(more);
    };
    EXPECT_EQ(code_with({}).code, 2) << "throttled, and --fail-on is degraded again";
    EXPECT_EQ(code_with({"--fail-on", "never"}).code, 0);
    const Report pool = read_report(code_with(
        {"--policy=pool", "--critical-success-rate=0", "--critical-throttle-rate=1", "--name=night"}));
    EXPECT_EQ(pool.text("/diagnosis/policy"), R"("pool")");
    EXPECT_EQ(pool.text("/run/name"), R"("night")");
    EXPECT_EQ(pool.text("/run/shard"), "null");
    EXPECT_EQ(code_with({"--deadline", "1s"}).code, 64);
    EXPECT_EQ(code_with({"--proxies-out", dir_ / "usable"}).code, 64);
    EXPECT_EQ(code_with({"--fail-on", "sometimes"}).code, 64);
    EXPECT_EQ(merge({}).code, 64);
    const Exit verbose = code_with({"-v"});
    EXPECT_EQ(std::count(verbose.err.begin(), verbose.err.end(), '\n'), 45) << "a line a probe";
}

TEST_F(MergeOfShards, ObeysTheEnvironmentOfTheProbes) {
    std::vector<std::string> files = shards(2);
    ProcessOptions options;
    options.env["OUTRIDER_SHARD"] = "nonsense";  // of the probes alone
    options.env["OUTRIDER_FAIL_ON"] = "never";
    options.env["OUTRIDER_NAME"] = "by environment";
    const Report merged = read_report(merge(files, options));
    EXPECT_EQ(merged.exit.code, 0);
    EXPECT_EQ(merged.text("/run/name"), R"("by environment")");
}

TEST_F(MergeOfShards, OfAJobTakesTheIndexFromIt) {
    std::vector<std::string> files;
    for (const char* index : {"0", "1", "2"}) {
        ProcessOptions options;
        options.env["JOB_COMPLETION_INDEX"] = index;
        files.push_back(
            dir_.file(std::string("job-") + index, outrider(with({"--shard", "job/3"}), options).out));
    }
    EXPECT_EQ(read_report(merge(files)).text("/run/planned"), "40");
}

TEST_F(MergeOfShards, ReadsStdinAndPipesAndWhatJqMadeOfAReport) {
    const std::vector<std::string> files = shards(2);
    const std::string expected = merge(files).out;
    ProcessOptions options;
    options.input = Json::parse(read_file(files[0])).dump(1);
    EXPECT_EQ(merge({"-", files[1]}, options).out, expected);
    const std::string sorted = dir_.file("sorted.json", nlohmann::json::parse(read_file(files[1])).dump());
    EXPECT_EQ(merge({files[0], sorted}).out, expected);

    const std::string fifo = dir_ / "fifo";
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    EXPECT_EQ(run({"sh", "-c", "cat \"$1\" > \"$2\" & exec \"$0\" merge \"$2\" \"$3\"", OUTRIDER_BINARY,
                   files[0], fifo, files[1]})
                  .out,
              expected);
}

TEST_F(MergeOfShards, IsTheSameByBothEnginesAndBuilds) {
    std::vector<std::string> files = shards(2);
    const std::string expected = merge(files).out;
    files.insert(files.begin(), {"merge", "--serializer", "nlohmann"});
    EXPECT_EQ(outrider(files).out, expected);
    EXPECT_EQ(outrider_plain(files).out, expected);
    files[2] = "simdjson";
    EXPECT_EQ(outrider_plain(files).code, 64);
}

TEST_F(MergeOfShards, OfOneWholeRunIsThatRun) {
    const Exit whole = outrider(with({}));
    const std::string file = dir_.file("whole.json", whole.out);
    const Exit merged = merge({file, "--detail", "all"});
    EXPECT_EQ(merged.code, whole.code);
    EXPECT_EQ(merged.out, whole.out);
    EXPECT_EQ(merge({dir_.file("again.json", merged.out), "--detail", "all"}).out, whole.out);
    EXPECT_THAT(refusal({file, shards(2)[0]}), HasSubstr("whole.json: it is of a whole run"));
    EXPECT_THAT(refusal({file, file, "--allow-missing"}), HasSubstr("whole.json: it is of a whole run"));
}

TEST_F(MergeOfShards, CountsMissingOnesAsAbandonedWhereThatIsAllowed) {
    const std::vector<std::string> files = shards(3);
    EXPECT_THAT(refusal({files[2], files[0]}), HasSubstr("shard 1 of 3 is missing"));
    const Exit exit = merge({files[2], files[0], "--allow-missing"});
    EXPECT_THAT(exit.err, HasSubstr("warning: shard 1 of 3 is missing: 14 probes count as abandoned"));
    const Json report = Json::parse(exit.out);
    EXPECT_EQ(report["run"]["planned"], 40);
    EXPECT_EQ(report["run"]["abandoned"], 14);
    EXPECT_EQ(report["run"]["coverage"], 0.65);
    EXPECT_EQ(report["summary"]["outcomes"]["abandoned"], 14);
    int of_targets = 0;
    for (const Json& target : report["targets"]) {
        for (const Json& count : target["outcomes"])
            of_targets += count.get<int>();
    }
    EXPECT_EQ(of_targets, 26);
    EXPECT_THAT(refusal({dir_.file("part.json", exit.out)}), HasSubstr("merge needs a whole report"));
}

TEST_F(MergeOfShards, RefusesDoublesOtherPlansAndReportsWithoutResults) {
    const std::vector<std::string> files = shards(2);
    EXPECT_THAT(refusal({files[0], files[1], files[0]}),
                HasSubstr("it is of shard 0 of 2, and so is the one"));
    EXPECT_THAT(refusal({files[0], files[0], "--allow-missing"}), HasSubstr("it is of shard 0 of 2"));
    const std::string other = dir_.file("other.json", outrider(with({"--shard", "1/2", "--seed", "9"})).out);
    EXPECT_THAT(refusal({files[0], other}), HasSubstr("other.json: it is of another plan than " + files[0]));
    const std::string bare =
        dir_.file("bare.json", outrider(with({"--shard", "1/2", "--detail", "none"})).out);
    EXPECT_THAT(refusal({files[0], bare}),
                HasSubstr("bare.json: /results: found 0 probes and 0 controls, and the run counts 20 and 2"));
    const std::string failures =
        dir_.file("failures.json", outrider(with({"--shard", "0/2", "--detail", "failures"})).out);
    EXPECT_THAT(refusal({failures, files[1]}), HasSubstr("failures.json: /results: found "));
}

TEST_F(MergeOfShards, NamesEveryFileThatIsNoReport) {
    const std::vector<std::string> files = shards(2);
    std::string cut = read_file(files[1]);
    cut.resize(cut.size() / 2);
    Json wrong = Json::parse(read_file(files[1]));
    wrong["results"][3]["outcome"] = "fine";
    Json later = Json::parse(read_file(files[1]));
    later["schema"] = "outrider.report/2";
    const std::string errors = refusal({files[0], dir_.file("cut", cut), dir_.file("wrong", wrong.dump()),
                                        dir_.file("later", later.dump()),
                                        dir_.file("list", "http://127.0.0.1/\n"), dir_.file("empty", "")});
    for (const char* error : {"/cut: ", "/wrong: /results/3/outcome: found a string, allowed is",
                              "/later: /schema: found a string, allowed is \"outrider.report/1\"",
                              "/list: this is no valid JSON", "/empty: this is no valid JSON"})
        EXPECT_THAT(errors, HasSubstr(error));
    const std::string unreadable = refusal({files[0], dir_ / "none", dir_.path(), dir_ / "cut"}, 66);
    for (const char* error :
         {"/none: cannot be read: No such file", ": cannot be read: Is a directory", "/cut: "})
        EXPECT_THAT(unreadable, HasSubstr(error));
}

TEST_F(MergeOfShards, EndsByASignalWithoutAReport) {
    const std::string fifo = dir_ / "fifo";
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    RunningOutrider running({"merge", fifo});
    const std::ofstream writer(fifo);  // opens when it is read, which is then waited for
    running.signal(SIGTERM);
    const Exit exit = running.wait();
    EXPECT_EQ(exit.code, 143);
    EXPECT_EQ(exit.out, "");
}

}  // namespace
}  // namespace integration
