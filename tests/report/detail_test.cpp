#include "report/reports.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace outrider {
namespace {

struct Case {
    std::optional<Detail> asked;
    bool with_output;
    std::uint64_t probes;
    bool terminal;
    Detail resolved;
};

TEST(ResolveDetail, FollowsWhereTheReportGoes) {
    const Case cases[] = {
        {{}, false, 1000, false, Detail::all},
        {{}, false, 1001, false, Detail::none},
        {{}, true, 1001, false, Detail::all},
        {{}, false, 1, true, Detail::none},
        {{}, true, 1, true, Detail::all},  // the terminal does not get the report
        {Detail::automatic, false, 1000, true, Detail::all},
        {Detail::automatic, false, 1001, true, Detail::none},
        {Detail::all, false, 100'000, true, Detail::all},
        {Detail::failures, false, 100'000, true, Detail::failures},
        {Detail::none, true, 1, false, Detail::none},
    };
    for (const Case& c : cases) {
        Settings settings;
        settings.detail = c.asked;
        if (c.with_output) settings.output = "report.json";
        EXPECT_EQ(resolve_detail(settings, c.probes, c.terminal), c.resolved)
            << c.probes << (c.terminal ? " on a terminal" : "") << (c.with_output ? " with -o" : "");
    }
}

TEST(ResolveDetail, OfAShardIsWhatMergeNeeds) {
    Settings settings;
    settings.shard = ShardChoice{0, 2};
    EXPECT_EQ(resolve_detail(settings, 100'000, false), Detail::all);
    settings.detail = Detail::automatic;
    EXPECT_EQ(resolve_detail(settings, 100'000, true), Detail::all);
    settings.detail = Detail::none;
    EXPECT_EQ(resolve_detail(settings, 1, false), Detail::none);
}

nlohmann::json with(Detail detail) {
    DiagnosticReport report = testing::seed_example();
    report.detail = detail;
    return nlohmann::json::parse(render(report, ReportKind::json, Serializer::nlohmann, false).bytes);
}

TEST(Detail, SaysWhichProbesStandInResults) {
    EXPECT_EQ(with(Detail::all)["results"].size(), 3u);
    EXPECT_EQ(with(Detail::none)["results"].size(), 0u);
    const auto failures = with(Detail::failures)["results"];
    ASSERT_EQ(failures.size(), 1u);
    EXPECT_EQ(failures[0]["outcome"], "rate_limited");
}

TEST(Detail, NoOtherNumberDependsOnIt) {
    auto all = with(Detail::all);
    auto none = with(Detail::none);
    all.erase("results");
    none.erase("results");
    EXPECT_EQ(all, none);
}

}  // namespace
}  // namespace outrider
