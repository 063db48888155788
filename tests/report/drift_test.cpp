#include "outrider/report/drift.hpp"

#include "report/reports.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace outrider {
namespace {

using testing::add;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::ms;
using ::testing::Not;
using testing::report_of;
using testing::ResultOf;
using testing::run_over;
using testing::success;

const ResultOf failure = ResultOf(Error::proxy_closed).blame(Blame::proxy);

Drift drift_of(const RunRecord& run, const Baseline& before) {
    return drift_since(before, report_of(run));
}

/// A run of which so many succeeded.
RunRecord run_with(std::size_t successes, std::size_t failures) {
    RunRecord run = run_over(1);
    add(run, success(), successes);
    add(run, ResultOf(Outcome::server_error).answered(500, ms(1)), failures);
    return run;
}

TEST(Drift, OfTheRateIsNewMinusOldRoundedOnce) {
    struct Case {
        std::size_t successes, failures;
        std::uint64_t before;
        std::int64_t change;
    };
    for (const auto& [successes, failures, before, change] :
         {Case{2, 1, 10'000, -3333}, Case{2, 1, 5000, 1667}, Case{2, 1, 6667, 0}, Case{1, 0, 0, 10'000},
          Case{0, 1, 10'000, -10'000},
          // 1/32 is 0.03125: half of a ten-thousandth goes away from zero on either side.
          Case{1, 31, 5000, -4688}, Case{1, 31, 0, 313}, Case{0, 0, 9000, -9000}}) {
        Baseline baseline;
        baseline.success_rate = before;
        EXPECT_EQ(drift_of(run_with(successes, failures), baseline).success_rate_change, change)
            << successes << '/' << failures << " after " << before;
    }
    EXPECT_EQ(drift_of(run_with(1, 0), {}).success_rate_change, std::nullopt);
}

TEST(Drift, OfTheLatencyIsNullWhereEitherRunHadNone) {
    RunRecord run = run_over(1);
    EXPECT_EQ(drift_of(run, Baseline{State::healthy, 1, ms(5), {}}).p95_change, std::nullopt);
    add(run, success(Micros{7250}));
    EXPECT_EQ(drift_of(run, Baseline{State::healthy, 1, std::nullopt, {}}).p95_change, std::nullopt);
    EXPECT_EQ(drift_of(run, Baseline{State::healthy, 1, ms(5), {}}).p95_change, Micros{2250});
    EXPECT_EQ(drift_of(run, Baseline{State::healthy, 1, ms(8), {}}).p95_change, Micros{-750});
}

TEST(Drift, OfProxiesIsWhatBothRunsTested) {
    RunRecord run = run_over(1);
    const auto listed = [&](const char* proxy, const ResultOf* result) {
        run.proxies.push_back({"", proxy, false});
        ResultOf own = result != nullptr ? *result : ResultOf(Error::not_started);
        add(run, own.proxy(static_cast<std::uint32_t>(run.proxies.size() - 1)));
    };
    const ResultOf good = success();
    listed("http://found", &good);
    listed("http://lost", &failure);
    listed("http://same", &good);
    listed("http://still-bad", &failure);
    listed("http://not-tested-now", nullptr);
    listed("http://not-tested-then", &good);
    listed("http://new", &good);
    listed("http://new-and-bad", &failure);
    listed("http://lost-too", &failure);
    const Baseline before{State::degraded,
                          {},
                          {},
                          {{"http://lost-too", Verdict::usable},
                           {"http://removed", Verdict::usable},
                           {"http://lost", Verdict::usable},
                           {"http://same", Verdict::usable},
                           {"http://still-bad", Verdict::banned},
                           {"http://not-tested-now", Verdict::usable},
                           {"http://not-tested-then", Verdict::untested},
                           {"http://found", Verdict::throttled}}};
    const Drift drift = drift_of(run, before);
    EXPECT_EQ(drift.state_before, State::degraded);
    EXPECT_THAT(drift.proxies_lost, ElementsAre("http://lost", "http://lost-too"));
    EXPECT_THAT(drift.proxies_gained, ElementsAre("http://found"));
}

TEST(Drift, ProxiesThatLookAlikeAreOne) {
    RunRecord run = run_over(1);
    for (int i = 0; i < 3; ++i)
        run.proxies.push_back({"", "http://u:***@gate", false});
    const auto with = [&](bool first, bool second) {
        run.results.clear();
        add(run, ResultOf(first ? success() : failure).proxy(0));
        add(run, ResultOf(second ? success() : failure).proxy(1));
        return run;
    };
    const auto before = [](Verdict first, Verdict second) {
        return Baseline{
            State::healthy, {}, {}, {{"http://u:***@gate", first}, {"http://u:***@gate", second}}};
    };
    const Baseline one_was = before(Verdict::usable, Verdict::failed);
    const Baseline none_was = before(Verdict::untested, Verdict::failed);
    EXPECT_THAT(drift_of(with(false, true), one_was).proxies_lost, IsEmpty());
    EXPECT_THAT(drift_of(with(false, false), one_was).proxies_lost, ElementsAre("http://u:***@gate"));
    EXPECT_THAT(drift_of(with(true, true), none_was).proxies_gained, ElementsAre("http://u:***@gate"));
    EXPECT_THAT(drift_of(with(true, true), none_was).proxies_lost, IsEmpty());
}

DiagnosticReport report_with_drift() {
    DiagnosticReport report = testing::seed_example();
    report.drift = Drift{State::degraded, -1250, Micros{-120'500}, {"http://a", "http://b"}, {"http://c"}};
    return report;
}

TEST(Drift, StandsInTheReport) {
    const std::string bytes =
        render(report_with_drift(), ReportKind::json, Serializer::automatic, false).bytes;
    EXPECT_THAT(bytes, HasSubstr(R"("drift":{"state_before":"DEGRADED","success_rate_change":-0.125,)"
                                 R"("p95_change_ms":-120.5,"proxies_lost":["http://a","http://b"],)"
                                 R"("proxies_gained":["http://c"]},"results":)"));
    DiagnosticReport nothing = testing::seed_example();
    nothing.drift.emplace();
    EXPECT_THAT(render(nothing, ReportKind::json, Serializer::automatic, false).bytes,
                HasSubstr(R"("drift":{"state_before":"CRITICAL","success_rate_change":null,)"
                          R"("p95_change_ms":null,"proxies_lost":[],"proxies_gained":[]})"));
}

TEST(Drift, HasALineInTheSummary) {
    EXPECT_THAT(summary_text(report_with_drift(), false, 100),
                HasSubstr("drift     it was DEGRADED, -12.5 points of success, -120 ms p95, 2 proxies lost, "
                          "1 gained\n"));
    DiagnosticReport up = report_with_drift();
    up.drift = Drift{State::healthy, 3333, Micros{0}, {"http://a"}, {}};
    EXPECT_THAT(summary_text(up, false, 100),
                HasSubstr("it was HEALTHY, +33.33 points of success, +0.0 ms p95, 1 proxy lost, 0 gained\n"));
    up.drift = Drift{};
    EXPECT_THAT(summary_text(up, false), HasSubstr("drift     it was CRITICAL\n"));
    EXPECT_THAT(summary_text(testing::seed_example(), false), Not(HasSubstr("drift")));
}

TEST(Drift, StandsInWhatElsePeopleRead) {
    const auto as = [](const DiagnosticReport& report, ReportKind kind) {
        return render(report, kind, Serializer::automatic, false).bytes;
    };
    const std::string text =
        "it was DEGRADED, -12.5 points of success, -120 ms p95, 2 proxies lost, 1 gained";
    EXPECT_THAT(as(report_with_drift(), ReportKind::html), HasSubstr("<th>drift</th><td>" + text + "</td>"));
    EXPECT_THAT(as(report_with_drift(), ReportKind::github), HasSubstr("| drift | " + text + " |\n"));
    for (const ReportKind kind : {ReportKind::html, ReportKind::github})
        EXPECT_THAT(as(testing::seed_example(), kind), Not(HasSubstr("drift")));
}

}  // namespace
}  // namespace outrider
