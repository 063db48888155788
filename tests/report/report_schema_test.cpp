#include "outrider/report/report_schema.hpp"

#include "json_schema/validator.hpp"
#include "report/reports.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace outrider {
namespace {

using json_schema::Json;
using testing::add;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::ResultOf;

const json_schema::Validator& schema() {
    static const json_schema::Validator validator(Json::parse(report_schema()));
    return validator;
}

Json parsed(const DiagnosticReport& report) {
    return Json::parse(render(report, ReportKind::json, Serializer::automatic, false).bytes);
}

RunRecord plain_run(std::size_t targets, std::size_t proxies = 0) {
    RunRecord run = testing::run_over(targets, proxies);
    run.plan_id = std::string(64, 'a');
    return run;
}

/// A report in which nothing is empty or null that need not be.
Json full() {
    RunRecord run = plain_run(2, 2);
    run.name = "night";
    run.interrupt = Interrupt::sigterm;
    run.lag = Micros{1500};
    run.shard = Shard{2, 3, 5};
    run.rejected.push_back({"proxies.txt", 3, "no port"});
    run.targets[0].name = run.proxies[0].name = "n";
    add(run, testing::throttled().proxy(0).waits(7, "7").quota(5, 3).by("vendor", "edge"));
    add(run, ResultOf(Error::proxy_closed).proxy(1).blame(Blame::proxy));
    add(run, testing::success().control());
    ProbeResult& result = run.results[0];
    result.challenge_kind = ChallengeKind::js;
    result.confidence = Confidence::likely;
    result.evidence = result.detail = result.final_url = result.remote = "text";
    result.http_version = "1.1";
    result.phases.fill(Micros{5});
    DiagnosticReport report = testing::report_of(std::move(run));
    report.diagnosis.notes.emplace_back("a note");
    report.drift = Drift{State::healthy, -10'000, Micros{-5}, {"http://a"}, {"http://b"}};
    return parsed(report);
}

/// Every place in a value, as JSON pointers, the deepest first.
std::vector<Json::json_pointer> places_in(const Json& value) {
    std::vector<Json::json_pointer> places;
    const Json flat = value.flatten();
    for (const auto& [place, leaf] : flat.items()) {
        for (Json::json_pointer pointer(place); !pointer.empty(); pointer.pop_back()) {
            if (std::find(places.begin(), places.end(), pointer) == places.end()) places.push_back(pointer);
        }
    }
    return places;
}

TEST(ReportSchema, FitsReportsOfEverySort) {
    std::vector<DiagnosticReport> reports{testing::report_of(plain_run(1)),
                                          testing::report_of(plain_run(1, 3))};
    RunRecord healthy = plain_run(1, 30);
    for (std::uint32_t i = 0; i < 25; ++i)
        add(healthy, testing::success().proxy(i));
    reports.push_back(testing::report_of(healthy));
    RunRecord failed = plain_run(1, 1);
    for (std::size_t i = 0; i < error_count; ++i)
        add(failed, ResultOf(static_cast<Error>(i)).proxy(0));
    for (std::size_t i = 0; i < outcome_count; ++i)
        add(failed, ResultOf(static_cast<Outcome>(i)).answered(200 + static_cast<int>(i), Micros{1}));
    reports.push_back(testing::report_of(failed));
    EXPECT_THAT(schema().violations(full()), IsEmpty());
    for (const DiagnosticReport& report : reports)
        EXPECT_THAT(schema().violations(parsed(report)), IsEmpty());
    EXPECT_EQ(reports[0].diagnosis.state, State::critical);
    EXPECT_EQ(reports[2].diagnosis.state, State::healthy);
}

TEST(ReportSchema, HasTheKeysOfTheReportInItsOrder) {
    std::size_t objects = 0;
    const auto compare = [&](const auto& self, const Json& shape, const Json& value) -> void {
        if (shape.contains("$ref") || shape.contains("propertyNames")) return;
        if (shape.contains("items") && !value.empty()) return self(self, shape["items"], value[0]);
        if (!shape.contains("properties")) return;
        ++objects;
        std::vector<std::string> keys;
        for (const auto& [key, item] : value.items()) {
            keys.push_back(key);
            if (shape["properties"].contains(key)) self(self, shape["properties"][key], item);
        }
        EXPECT_EQ(shape["required"], Json(keys));
        std::vector<std::string> known;
        for (const auto& [key, item] : shape["properties"].items())
            known.push_back(key);
        EXPECT_EQ(known, keys);
        EXPECT_EQ(shape["additionalProperties"], false);
    };
    compare(compare, schema().schema(), full());
    EXPECT_EQ(objects, 24U);
}

TEST(ReportSchema, WantsEveryKeyAndNoOther) {
    const Json report = full();
    for (const auto& place : places_in(report)) {
        const Json& parent = report.at(place.parent_pointer());
        const std::string parents = place.parent_pointer().to_string();
        const bool is_map = parents.ends_with("outcomes") || parents.ends_with("errors") ||
                            parents.ends_with("statuses") || parents.ends_with("vendors") ||
                            parents.ends_with("edges") || parents.ends_with("verdicts");
        if (!parent.is_object() || is_map) continue;
        Json changed = report;
        changed[place.parent_pointer()].erase(place.back());
        EXPECT_FALSE(schema().fits(changed)) << "without " << place.to_string();
        changed[place.parent_pointer()]["unheard_of"] = report.at(place);
        EXPECT_THAT(schema().violations(changed), Contains(HasSubstr("unheard_of"))) << parents;
    }
}

TEST(ReportSchema, RejectsWhatNoReportSays) {
    const std::pair<const char*, Json> changes[] = {
        {"/schema", "outrider.report/2"},
        {"/run/started_at", "2025-12-02 08:14:00"},
        {"/run/coverage", 1.5},
        {"/run/interrupted", "SIGKILL"},
        {"/run/planned", -1},
        {"/run/planned", 1.5},
        {"/run/plan_id", "ab12"},
        {"/diagnosis/state", "healthy"},
        {"/diagnosis/state", nullptr},
        {"/diagnosis/policy", "auto"},
        {"/diagnosis/action", "go"},
        {"/diagnosis/reasons/0/rule", "luck"},
        {"/backoff/multiplier", 3},
        {"/backoff/jitter", "some"},
        {"/backoff/basis", "luck"},
        {"/backoff/retry_after_s", 3601},
        {"/dispatch/usable_share", -0.1},
        {"/dispatch/verdicts/fine", 1},
        {"/summary/outcomes/success", 0},
        {"/summary/outcomes/fine", 1},
        {"/summary/errors/oops", 1},
        {"/summary/statuses/ok", 1},
        {"/summary/phases_ms/dns/p50", "1"},
        {"/targets/0/url", nullptr},
        {"/targets/0/control", "fine"},
        {"/proxies/0/verdict", "good"},
        {"/inputs/rejected/0/line", 0},
        {"/drift/state_before", nullptr},
        {"/drift/success_rate_change", -1.5},
        {"/drift/proxies_lost/0", 1},
        {"/results/0/outcome", nullptr},
        {"/results/0/error", "oops"},
        {"/results/0/status", 1000},
        {"/results/0/blame", "me"},
        {"/results/0/challenge_kind", "riddle"},
        {"/results/0/confidence", "sure"},
        {"/results/0/detail", std::string(201, 'x')},
        {"/results/0/http_version", "one"},
    };
    for (const auto& [pointer, value] : changes) {
        Json changed = full();
        changed[Json::json_pointer(pointer)] = value;
        EXPECT_THAT(schema().violations(changed), ::testing::SizeIs(1)) << pointer;
    }
    EXPECT_TRUE(schema().fits(full()));
}

}  // namespace
}  // namespace outrider
