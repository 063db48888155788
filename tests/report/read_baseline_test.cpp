#include "outrider/report/read_report.hpp"
#include "report/reports.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace outrider {
namespace {

using Json = nlohmann::ordered_json;

Json report(Detail detail = Detail::none) {
    RunRecord run = testing::run_over(1, 2);
    add(run, testing::success(Micros{1250}).proxy(0));
    add(run, testing::ResultOf(Error::proxy_closed).proxy(1).blame(Blame::proxy), 2);
    DiagnosticReport report = testing::report_of(std::move(run));
    report.detail = detail;
    return Json::parse(render(report, ReportKind::json, Serializer::nlohmann, false).bytes);
}

/// What both engines read alike.
std::variant<Baseline, NoReport> read(const std::string& text) {
    auto first = read_baseline(text, Serializer::automatic);
    const auto second = read_baseline(text, Serializer::nlohmann);
    EXPECT_EQ(first.index(), second.index());
    if (std::holds_alternative<NoReport>(first)) {
        EXPECT_EQ(std::get<NoReport>(first).reason, std::get<NoReport>(second).reason);
    }
    return first;
}

Baseline baseline(const Json& json) {
    auto found = read(json.dump());
    if (const auto* wrong = std::get_if<NoReport>(&found)) {
        ADD_FAILURE() << wrong->reason;
        return {};
    }
    return std::get<Baseline>(std::move(found));
}

std::string reason(const std::string& text) {
    const auto found = read(text);
    return std::holds_alternative<NoReport>(found) ? std::get<NoReport>(found).reason : "";
}

std::string reason_with(const char* pointer, const Json& value) {
    Json changed = report();
    changed[Json::json_pointer(pointer)] = value;
    return reason(changed.dump());
}

TEST(ReadBaseline, TakesTheNumbersAsTheyAreWritten) {
    for (const Detail detail : {Detail::none, Detail::all}) {
        const Baseline read = baseline(report(detail));
        EXPECT_EQ(read.state, State::critical);
        EXPECT_EQ(read.success_rate, 3333U);
        EXPECT_EQ(read.p95, Micros{1250});
        ASSERT_EQ(read.proxies.size(), 2U);
        EXPECT_EQ(read.proxies[0].proxy, "http://127.0.0.1:8080");
        EXPECT_EQ(read.proxies[0].verdict, Verdict::usable);
        EXPECT_EQ(read.proxies[1].verdict, Verdict::failed);
    }
    Json other = report();
    other["diagnosis"]["state"] = "HEALTHY";
    other["summary"]["success_rate"] = 0.9;
    other["summary"]["latency_ms"]["p95"] = nullptr;
    other["run"] = "of no matter";
    other["more"] = Json::array({1, Json::object()});
    EXPECT_EQ(baseline(other).state, State::healthy);
    EXPECT_EQ(baseline(other).success_rate, 9000U);
    EXPECT_EQ(baseline(other).p95, std::nullopt);
    other["summary"]["success_rate"] = nullptr;
    EXPECT_EQ(baseline(other).success_rate, std::nullopt);
}

TEST(ReadBaseline, SaysWhyATextIsNone) {
    EXPECT_EQ(reason(""), "this is no valid JSON, or not the whole of it");
    EXPECT_EQ(reason("[]"), "the document: found a list, allowed is an object");
    EXPECT_EQ(reason("{}"), "the document: the key schema is missing");
    EXPECT_EQ(reason(report().dump() + "{}").empty(), false);
    EXPECT_EQ(reason_with("/schema", "outrider.report/2"),
              "/schema: found a string, allowed is \"outrider.report/1\"");
    EXPECT_EQ(reason_with("/diagnosis/state", "FINE"),
              "/diagnosis/state: found a string, allowed is one of HEALTHY, DEGRADED, CRITICAL");
    EXPECT_EQ(reason_with("/diagnosis/state", nullptr),
              "/diagnosis/state: found null, allowed is one of HEALTHY, DEGRADED, CRITICAL");
    EXPECT_EQ(reason_with("/summary/success_rate", 1.5),
              "/summary/success_rate: found the number 1.5, allowed is null or a rate from 0 to 1");
    EXPECT_EQ(reason_with("/summary/success_rate", "1"),
              "/summary/success_rate: found a string, allowed is null or a rate from 0 to 1");
    EXPECT_EQ(reason_with("/proxies/1/proxy", nullptr), "/proxies/1/proxy: found null, allowed is a string");
    EXPECT_EQ(reason_with("/proxies/0/verdict", "good"),
              "/proxies/0/verdict: found a string, allowed is one of usable, banned, challenged, throttled, "
              "failed, unproven, untested");
    Json lacks = report();
    lacks["summary"]["latency_ms"].erase("p95");
    EXPECT_EQ(reason(lacks.dump()), "/summary/latency_ms: the key p95 is missing");
}

}  // namespace
}  // namespace outrider
