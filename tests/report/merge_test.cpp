#include "outrider/report/merge.hpp"

#include "outrider/classify/classify.hpp"
#include "outrider/report/read_report.hpp"
#include "report/merged_runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace outrider {
namespace {

using testing::add;
using ::testing::HasSubstr;
using testing::run_over;
using testing::RunGenerator;

using Merged = std::variant<Merge::Merged, std::string>;

std::string bytes_of(const RunRecord& run, Serializer serializer = Serializer::nlohmann,
                     bool pretty = false) {
    return render(report_on(run, Thresholds{}, Detail::all), ReportKind::json, serializer, pretty).bytes;
}

/// What the shards' reports come to: each written and read again.
Merged merged_of(const std::vector<RunRecord>& shards, bool allow_missing = false) {
    Merge merge(shards.size());
    for (const RunRecord& shard : shards) {
        const Serializer serializer =
            shard.shard->index % 2 == 0 ? Serializer::automatic : Serializer::nlohmann;
        const bool pretty = shard.shard->index % 3 == 0;
        auto run = read_report(bytes_of(shard, serializer, pretty), serializer);
        if (const auto* wrong = std::get_if<NoReport>(&run)) return wrong->reason;
        if (auto misfit = merge.add(std::get<RunRecord>(std::move(run)), std::to_string(shard.shard->index)))
            return *misfit;
    }
    return merge.finish(allow_missing);
}

/// Where two reports part, in short: whole ones fill screens.
std::string difference(const std::string& found, const std::string& expected) {
    const auto [at, other] = std::mismatch(found.begin(), found.end(), expected.begin(), expected.end());
    if (at == found.end() && other == expected.end()) return "";
    const auto start = static_cast<std::size_t>(std::max<std::ptrdiff_t>(at - found.begin() - 60, 0));
    return "found " + found.substr(start, 100) + "\nexpected " + expected.substr(start, 100);
}

class MergedRuns : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(MergedRuns, AreReportedAsOneRunWithTheSameResults) {
    RunGenerator generator(GetParam());
    for (int round = 0; round < 60; ++round) {
        RunRecord whole = generator.run();
        std::vector<RunRecord> shards =
            generator.shards(whole, static_cast<std::uint32_t>(1 + generator.below(7)));
        settle_blame(whole);
        for (RunRecord& shard : shards)
            settle_blame(shard);
        Merged merged = merged_of(shards);
        ASSERT_TRUE(std::holds_alternative<Merge::Merged>(merged)) << std::get<std::string>(merged);
        RunRecord& run = std::get<Merge::Merged>(merged).run;
        settle_blame(run);
        ASSERT_EQ(difference(bytes_of(run), bytes_of(whole)), "") << "round " << round;
    }
}

INSTANTIATE_TEST_SUITE_P(Generated, MergedRuns, ::testing::Range<std::uint64_t>(0, 8));

TEST(Merge, OneRunThatIsNoShardIsItsOwnWhole) {
    RunGenerator generator(77);
    RunRecord whole = generator.run();
    Merge merge(1);
    ASSERT_EQ(merge.add(whole, "a.json"), std::nullopt);
    Merged merged = merge.finish(false);
    EXPECT_EQ(bytes_of(std::get<Merge::Merged>(merged).run), bytes_of(whole));
    EXPECT_EQ(std::get<Merge::Merged>(merged).warning, "");
}

/// Shard `index` of 4 over one target and four proxies, with the one probe that it has planned.
RunRecord shard(std::uint32_t index) {
    RunRecord run = run_over(1, 4);
    run.plan_id = "plan";
    run.shard = Shard{index, 4, 4};
    add(run, testing::success().proxy(index));
    return run;
}

Merged merged(const std::vector<RunRecord>& runs, bool allow_missing = false) {
    Merge merge(runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (auto misfit = merge.add(runs[i], std::string(1, static_cast<char>('a' + i)))) return *misfit;
    }
    return merge.finish(allow_missing);
}

std::string fault_of(const Merged& merged) {
    return std::holds_alternative<std::string>(merged) ? std::get<std::string>(merged) : "none";
}

TEST(Merge, TakesShardsInAnyOrderAndTheNameOfTheFirst) {
    std::vector<RunRecord> runs{shard(2), shard(0), shard(3), shard(1)};
    for (RunRecord& run : runs)
        run.name = "of shard " + std::to_string(run.shard->index);
    const Merged whole = merged(runs);
    ASSERT_EQ(fault_of(whole), "none");
    const RunRecord& run = std::get<Merge::Merged>(whole).run;
    EXPECT_EQ(run.name, "of shard 0");
    EXPECT_EQ(run.shard.has_value(), false);
    ASSERT_EQ(run.results.size(), 4U);
    for (std::uint32_t i = 0; i < 4; ++i)
        EXPECT_EQ(run.results[i].proxy, i);
}

TEST(Merge, OfTheRunTakesTheFirstTheLargestTheSum) {
    std::vector<RunRecord> runs{shard(0), shard(1), shard(2), shard(3)};
    const WallTime start(std::chrono::seconds(1'700'000'000));
    for (std::uint32_t i = 0; i < 4; ++i) {
        runs[i].started_at = start + std::chrono::seconds(i == 2 ? 0 : i + 1);
        runs[i].duration = testing::ms(i);
        runs[i].deadline = testing::ms(100 - i);
        runs[i].probe_window = testing::ms(i == 1 ? 90 : 80);
        if (i > 0) runs[i].lag = testing::ms(i % 3);
        runs[i].concurrency = 10 + i;
        runs[i].duplicates = i;
        runs[i].rejected = {{"b.txt", 2, "no port"}, {"a.txt", 7 - i / 2, "no host"}};
    }
    runs[1].deadline_hit = true;
    runs[1].interrupt = Interrupt::sigterm;
    runs[3].interrupt = Interrupt::sigint;
    const RunRecord run = std::get<Merge::Merged>(merged(runs)).run;
    EXPECT_EQ(run.started_at, start);
    EXPECT_EQ(run.duration, testing::ms(3));
    EXPECT_EQ(run.deadline, testing::ms(100));
    EXPECT_EQ(run.probe_window, testing::ms(90));
    EXPECT_EQ(run.lag, testing::ms(2));
    EXPECT_EQ(run.concurrency, 46U);
    EXPECT_EQ(run.duplicates, 3U);
    EXPECT_TRUE(run.deadline_hit);
    EXPECT_EQ(run.interrupt, Interrupt::sigint);
    ASSERT_EQ(run.rejected.size(), 3U);
    EXPECT_EQ(run.rejected[0].line, 6U);
    EXPECT_EQ(run.rejected[1].line, 7U);
    EXPECT_EQ(run.rejected[2].source, "b.txt");
}

TEST(Merge, TellsWhichShardsAreMissing) {
    EXPECT_THAT(fault_of(merged({shard(0), shard(1), shard(3)})), HasSubstr("shard 2 of 4 is missing: "));
    EXPECT_THAT(fault_of(merged({shard(2)})), HasSubstr("shards 0, 1, 3 of 4 are missing: "));
    RunRecord lone = shard(3);
    lone.shard = Shard{3, 100'000, 7};
    EXPECT_THAT(fault_of(merged({lone})),
                HasSubstr("shards 0, 1, 2, 4, 5, 6, 7, 8, 9, 10 and 99989 more of 100000 are missing"));
}

TEST(Merge, CountsMissingProbesAsAbandonedWhereThatIsAllowed) {
    const Merged part = merged({shard(0), shard(3)}, true);
    ASSERT_EQ(fault_of(part), "none");
    EXPECT_EQ(std::get<Merge::Merged>(part).warning,
              "shards 1, 2 of 4 are missing: 2 probes count as abandoned");
    const DiagnosticReport report = report_on(std::get<Merge::Merged>(part).run, Thresholds{}, Detail::all);
    EXPECT_EQ(report.totals.run.planned, 4U);
    EXPECT_EQ(report.totals.run.abandoned, 2U);
    EXPECT_EQ(report.totals.run.count(Outcome::abandoned), 2U);
    EXPECT_EQ(report.totals.run.coverage(), (Ratio{2, 4}));
    EXPECT_EQ(report.totals.run.success_rate(), (Ratio{2, 2}));
    EXPECT_EQ(report.totals.targets[0].tally.planned, 2U);
    EXPECT_EQ(report.totals.verdicts[static_cast<std::size_t>(Verdict::untested)], 2U);
    EXPECT_EQ(fault_of(merged({shard(0), shard(1), shard(2), shard(3)}, true)), "none");
}

TEST(Merge, RefusesWhatDoesNotGoTogether) {
    const std::string other_plan = "it is of another plan than a: merge the shards of one";
    const auto after_first = [](auto change) {
        RunRecord second = shard(1);
        change(second);
        return fault_of(merged({shard(0), second}));
    };
    EXPECT_EQ(after_first([](RunRecord& run) { run.plan_id = "other"; }), other_plan);
    EXPECT_EQ(after_first([](RunRecord& run) { run.shard->count = 5; }), other_plan);
    EXPECT_EQ(after_first([](RunRecord& run) { run.shard->total = 5; }), other_plan);
    EXPECT_EQ(after_first([](RunRecord& run) { run.targets[0].url = "http://other/"; }), other_plan);
    EXPECT_EQ(after_first([](RunRecord& run) { run.proxies.pop_back(); }), other_plan);
    EXPECT_EQ(after_first([](RunRecord& run) { run.proxies[2].rotating = true; }), other_plan);
    EXPECT_EQ(after_first([](RunRecord& run) { run.shard->index = 0; }),
              "it is of shard 0 of 4, and so is a: name each once");
    EXPECT_EQ(after_first([](RunRecord& run) { run.shard.reset(); }),
              "it is of a whole run, no shard of one: a whole run is merged alone");
}

TEST(Merge, RefusesProbesThatStandTwiceOrAreNotThoseOfThePlan) {
    std::vector<RunRecord> runs{shard(0), shard(1), shard(2), shard(3)};
    runs[2].results[0].proxy = 1;
    EXPECT_EQ(fault_of(merged(runs)), "two of the reports hold the probe of target 0, proxy 1, attempt 1");
    runs[2].results.clear();
    EXPECT_EQ(fault_of(merged(runs)), "the reports hold 3 probes, and all shards have planned 4");
    add(runs[2], testing::success().proxy(2), 2);
    runs[2].results[1].attempt = 2;
    EXPECT_EQ(fault_of(merged(runs, true)), "the reports hold 5 probes, and all shards have planned 4");
}

}  // namespace
}  // namespace outrider
