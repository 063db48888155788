// --baseline: what has changed since an earlier report, and files that are none.
#include "files.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"
#include "secrets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

namespace integration {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class OfBaseline : public ::testing::Test {
protected:
    static ScriptedServer::Script fails_while(const std::atomic<bool>& bad) {
        return [&bad](Peer& peer) {
            peer.read_head();
            peer.send(response(bad ? 403 : 200));
        };
    }

    std::atomic<bool> first_bad_{false};
    std::atomic<bool> second_bad_{true};
    const ScriptedServer first_{fails_while(first_bad_)};
    const ScriptedServer second_{fails_while(second_bad_)};
    const TempDir dir_;
    const std::string password_ = secret("drift");
    const std::string one_ = "http://ada:" + password_ + "@" + host_port(first_.port());
    const std::string two_ = "http://" + host_port(second_.port());

    std::vector<std::string> with(std::vector<std::string> more) const {
        more.insert(more.begin(), {"http://t.invalid/", "-x", one_, "-x", two_, "--fail-on", "never"});
        return more;
    }
    std::string old_report(std::vector<std::string> more = {}) const {
        const Exit exit = outrider(with(std::move(more)));
        EXPECT_EQ(exit.code, 0) << exit.err;
        return dir_.file("old.json", exit.out);
    }
    void swap_roles() {
        first_bad_ = true;
        second_bad_ = false;
    }
    Json masked_one() const { return "http://ada:***@" + host_port(first_.port()); }
};

TEST_F(OfBaseline, TellsWhatChanged) {
    const std::string old = old_report({"--detail", "none"});
    const Report same = probe(with({"--baseline", old}));
    EXPECT_EQ(same.text("/drift/state_before"), R"("DEGRADED")");
    EXPECT_EQ(same.text("/drift/success_rate_change"), "0.0");
    EXPECT_EQ(same.text("/drift/proxies_lost"), "[]");
    EXPECT_EQ(same.text("/drift/proxies_gained"), "[]");

    swap_roles();
    const Report swapped = probe(with({"--baseline", old}));
    EXPECT_EQ(swapped["drift"]["proxies_lost"], Json::array({masked_one()}));
    EXPECT_EQ(swapped["drift"]["proxies_gained"], Json::array({two_}));
    EXPECT_THAT(traces_in(swapped.exit.out), IsEmpty());
    const double before = Json::parse(read_file(old))["summary"]["latency_ms"]["p95"];
    EXPECT_NEAR(swapped["drift"]["p95_change_ms"].get<double>(),
                swapped["summary"]["latency_ms"]["p95"].get<double>() - before, 1e-6);

    first_bad_ = false;
    EXPECT_EQ(probe(with({"--baseline", old})).text("/drift/success_rate_change"), "0.5");
    EXPECT_THAT(outrider(with({"--baseline", old, "--format", "text"})).out,
                HasSubstr("drift     it was DEGRADED, +50 points of success, "));
    EXPECT_TRUE(probe(with({}))["drift"].is_null());
}

TEST_F(OfBaseline, MayBeTheFileThatTheReportReplaces) {
    const std::string file = old_report();
    EXPECT_EQ(outrider(with({"--baseline", file, "-o", file})).code, 0);
    EXPECT_EQ(read_report_file(file)["drift"]["state_before"], "DEGRADED");
}

TEST_F(OfBaseline, ComesFromStdinAndTheEnvironmentAndThePlanToo) {
    ProcessOptions input;
    input.input = read_file(old_report());
    EXPECT_EQ(probe(with({"--baseline", "-"}), input)["drift"]["state_before"], "DEGRADED");
    EXPECT_EQ(outrider(with({"--baseline", "-", "--proxies", "-"}), input).code, 64);
    ProcessOptions environment;
    environment.env["OUTRIDER_BASELINE"] = dir_ / "old.json";
    EXPECT_EQ(probe(with({}), environment)["drift"]["state_before"], "DEGRADED");
    const std::string plan = dir_.file("plan.json", R"({"baseline": ")" + (dir_ / "old.json") + R"("})");
    EXPECT_EQ(probe(with({"--plan", plan}))["drift"]["state_before"], "DEGRADED");
}

TEST_F(OfBaseline, BothEnginesReadTheSame) {
    const std::string old = old_report();
    swap_roles();
    Json drifts[2];
    for (std::size_t i = 0; i < 2; ++i) {
        const Exit exit =
            i == 0 ? outrider(with({"--baseline", old})) : outrider_plain(with({"--baseline", old}));
        drifts[i] = read_report(exit)["drift"];
        drifts[i].erase("p95_change_ms");
    }
    EXPECT_EQ(drifts[0], drifts[1]);
    EXPECT_EQ(drifts[0]["proxies_lost"].size(), 1U);
}

TEST_F(OfBaseline, ThatIsNoReportIs65AndNothingIsSent) {
    const std::string files[] = {dir_.file("text", "state: fine\n"), dir_.file("other.json", R"({"a": 1})"),
                                 dir_.file("half.json", read_file(old_report()).substr(0, 400)),
                                 dir_.file("empty.json", "")};
    const int before = first_.connections();
    for (const std::string& file : files) {
        const Exit exit = outrider(with({"--baseline", file, "-o", dir_ / "new.json"}));
        EXPECT_EQ(exit.code, 65) << file;
        EXPECT_EQ(exit.out, "");
        EXPECT_THAT(exit.err, HasSubstr(file + ": it is no report to compare with: "));
        const Exit merge = outrider({"merge", "--baseline", file, dir_ / "old.json"});
        EXPECT_EQ(merge.code, 65);
        EXPECT_EQ(merge.out, "");
    }
    EXPECT_FALSE(std::filesystem::exists(dir_ / "new.json"));
    EXPECT_EQ(first_.connections(), before);
}

TEST_F(OfBaseline, ThatCannotBeReadIs66AndNothingIsSent) {
    const std::string fifo = dir_ / "fifo";
    ASSERT_EQ(run({"mkfifo", fifo}).code, 0);
    for (const std::string& file : {dir_ / "none.json", dir_.path().string(), fifo}) {
        const Exit exit = outrider(with({"--baseline", file, "--deadline", "1s"}));
        EXPECT_EQ(exit.code, 66) << file;
        EXPECT_EQ(exit.out, "");
        EXPECT_THAT(exit.err, HasSubstr("--baseline: '" + file + "' cannot be read"));
    }
    EXPECT_EQ(outrider({"merge", "--baseline", dir_ / "none.json", old_report()}).code, 66);
    const int before = first_.connections();
    std::string endless = "{\"a\":[0";
    for (int i = 0; i < 15'000'000; ++i)
        endless += ",1";
    const Exit late = outrider(with({"--baseline", dir_.file("endless.json", endless + "]}"), "--deadline",
                                     "200ms", "--serializer", "nlohmann"}));
    EXPECT_EQ(late.code, 66) << "in half of 200 ms";
    EXPECT_EQ(late.out, "");
    EXPECT_EQ(first_.connections(), before);
}

TEST_F(OfBaseline, OfAMerge) {
    const std::string old = old_report();
    swap_roles();
    std::vector<std::string> arguments{"merge", "--baseline", old, "--fail-on", "never"};
    for (const char* shard : {"0/2", "1/2"})
        arguments.push_back(dir_.file(std::string(1, shard[0]) + ".json",
                                      outrider(with({"--shard", shard, "--baseline", old})).out));
    const Report merged = read_report(outrider(arguments));
    EXPECT_EQ(merged.exit.code, 0) << merged.exit.err;
    EXPECT_EQ(merged["drift"]["proxies_lost"], Json::array({masked_one()}));
    EXPECT_EQ(merged["drift"]["proxies_gained"], Json::array({two_}));
    ProcessOptions input;
    input.input = read_file(old);
    std::replace(arguments.begin(), arguments.end(), old, std::string("-"));
    EXPECT_EQ(read_report(outrider(arguments, input))["drift"], merged["drift"]);
    arguments.push_back("-");
    EXPECT_EQ(outrider(arguments, input).code, 64);
}

}  // namespace
}  // namespace integration
