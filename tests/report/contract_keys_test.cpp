#include "report/reports.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace outrider {
namespace {

using Json = nlohmann::ordered_json;

Json parsed(const DiagnosticReport& report) {
    return Json::parse(render(report, ReportKind::json, Serializer::automatic, false).bytes);
}

std::vector<std::string> keys_of(const Json& object) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : object.items())
        keys.push_back(key);
    return keys;
}

// The lists of section 8, word for word.
std::vector<std::string> words(const char* text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
}

// A report in which nothing is empty that need not be.
DiagnosticReport full() {
    RunRecord run = testing::run_over(1, 1);
    run.rejected.push_back({"proxies.txt", 3, "no port"});
    run.shard = Shard{2, 3, 5};
    testing::add(run, testing::throttled().proxy(0));
    testing::add(run, testing::ResultOf(Error::proxy_closed).proxy(0).blame(Blame::proxy));
    DiagnosticReport report = testing::report_of(std::move(run));
    report.drift.emplace();
    return report;
}

TEST(Contract, KeysStandInItsOrder) {
    const Json report = parsed(full());
    const std::pair<const Json*, const char*> cases[] = {
        {&report,
         "schema version run diagnosis backoff dispatch summary targets proxies inputs drift results"},
        {&report["run"],
         "name started_at duration_ms deadline_ms probe_window_ms deadline_hit interrupted "
         "planned completed abandoned local_errors controls coverage concurrency lag_ms plan_id shard"},
        {&report["run"]["shard"], "index count total"},
        {&report["diagnosis"], "state action policy reasons notes"},
        {&report["diagnosis"]["reasons"][0], "rule message observed threshold"},
        {&report["backoff"],
         "initial_delay_s max_delay_s max_retries multiplier jitter basis retry_after_s retry_after_raw "
         "delays_s"},
        {&report["dispatch"],
         "concurrency_factor max_requests_per_second usable_proxies tested_proxies usable_share "
         "usable_share_low usable_share_high verdicts"},
        {&report["summary"],
         "success_rate avg_latency_ms throttle_count ban_count challenge_count outcomes statuses errors "
         "vendors edges latency_ms phases_ms"},
        {&report["summary"]["latency_ms"], "count min mean stddev p50 p90 p95 p99 max"},
        {&report["summary"]["phases_ms"], "dns connect proxy tls send wait body"},
        {&report["summary"]["phases_ms"]["dns"], "p50 p95"},
        {&report["targets"][0],
         "index name url state control requests quota_per_s success_rate throttle_count ban_count "
         "challenge_count avg_latency_ms p95_latency_ms outcomes"},
        {&report["proxies"][0],
         "index name proxy rotating verdict success_rate avg_latency_ms p95_latency_ms outcomes errors"},
        {&report["inputs"], "rejected duplicates"},
        {&report["inputs"]["rejected"][0], "source line reason"},
        {&report["drift"], "state_before success_rate_change p95_change_ms proxies_lost proxies_gained"},
        {&report["results"][0],
         "target proxy attempt outcome error status blame vendor edge challenge_kind confidence evidence "
         "detail latency_ms started_ms phases_ms bytes truncated redirects requests final_url retry_after_s "
         "retry_after_raw quota_per_s remote http_version"},
        {&report["results"][0]["phases_ms"], "dns connect proxy tls send wait body"},
    };
    for (const auto& [object, keys] : cases)
        EXPECT_EQ(keys_of(*object), words(keys));
}

TEST(Contract, AbsentValuesAreNull) {
    const Json report = parsed(testing::report_of(testing::run_over(1, 1)));
    const auto is_null = [&](const char* pointer) {
        return report.at(Json::json_pointer(pointer)).is_null();
    };
    for (const char* pointer : {"/run/name",
                                "/run/interrupted",
                                "/run/lag_ms",
                                "/run/shard",
                                "/backoff/retry_after_s",
                                "/backoff/retry_after_raw",
                                "/dispatch/max_requests_per_second",
                                "/dispatch/usable_share",
                                "/dispatch/usable_share_low",
                                "/dispatch/usable_share_high",
                                "/summary/avg_latency_ms",
                                "/summary/latency_ms/min",
                                "/summary/latency_ms/mean",
                                "/summary/latency_ms/stddev",
                                "/summary/latency_ms/p50",
                                "/summary/latency_ms/max",
                                "/summary/phases_ms/dns/p50",
                                "/targets/0/name",
                                "/targets/0/state",
                                "/targets/0/control",
                                "/targets/0/quota_per_s",
                                "/targets/0/success_rate",
                                "/targets/0/avg_latency_ms",
                                "/targets/0/p95_latency_ms",
                                "/proxies/0/name",
                                "/proxies/0/success_rate",
                                "/proxies/0/avg_latency_ms",
                                "/drift"}) {
        EXPECT_TRUE(is_null(pointer)) << pointer;
    }
    EXPECT_EQ(report["summary"]["success_rate"], 0.0);
    EXPECT_EQ(report["run"]["coverage"], 0.0);
    EXPECT_EQ(report["dispatch"]["tested_proxies"], 0);
    EXPECT_EQ(report["proxies"][0]["verdict"], "untested");

    RunRecord run = testing::run_over(1);
    testing::add(run, testing::ResultOf(Error::not_started));
    const Json result = parsed(testing::report_of(run))["results"][0];
    for (const char* key : {"proxy", "status", "blame", "vendor", "edge", "challenge_kind", "confidence",
                            "evidence", "detail", "latency_ms", "final_url", "retry_after_s",
                            "retry_after_raw", "quota_per_s", "remote", "http_version"}) {
        EXPECT_TRUE(result[key].is_null()) << key;
    }
    for (const auto& [phase, time] : result["phases_ms"].items())
        EXPECT_TRUE(time.is_null()) << phase;
}

TEST(Contract, AShardTellsItsPlace) {
    RunRecord run = testing::run_over(1);
    run.shard = Shard{2, 3, 5};
    EXPECT_EQ(parsed(testing::report_of(std::move(run)))["run"]["shard"].dump(),
              R"({"index":2,"count":3,"total":5})");
}

TEST(Contract, WithoutProxiesTheirCountsAreNull) {
    const Json dispatch = parsed(testing::seed_example())["dispatch"];
    EXPECT_TRUE(dispatch["usable_proxies"].is_null());
    EXPECT_TRUE(dispatch["tested_proxies"].is_null());
    EXPECT_TRUE(dispatch["usable_share"].is_null());
    EXPECT_EQ(dispatch["verdicts"], Json::object());
}

TEST(Contract, MapsHoldWhatIsNotZeroInTheirOrder) {
    RunRecord run = testing::run_over(1, 4);
    const auto add = [&](testing::ResultOf result, std::uint32_t proxy) {
        testing::add(run, result.proxy(proxy));
    };
    add(testing::success().by("", "zebra"), 0);
    add(testing::ResultOf(Outcome::server_error).answered(503, Micros{1}).by("beta"), 1);
    add(testing::ResultOf(Outcome::client_error).answered(99, Micros{1}).by("alpha", "ant"), 1);
    add(testing::throttled(), 2);
    add(testing::ResultOf(Error::read_timeout).blame(Blame::proxy), 3);
    add(testing::ResultOf(Error::proxy_closed).blame(Blame::proxy), 3);
    add(testing::ResultOf(Error::connect_refused).blame(Blame::proxy), 3);
    const Json report = parsed(testing::report_of(run));
    EXPECT_EQ(keys_of(report["summary"]["outcomes"]),
              words("proxy_error network_error rate_limited server_error client_error success"));
    EXPECT_EQ(keys_of(report["summary"]["errors"]), words("proxy_closed connect_refused read_timeout"));
    EXPECT_EQ(keys_of(report["summary"]["statuses"]), words("99 200 429 503"));
    EXPECT_EQ(keys_of(report["summary"]["vendors"]), words("alpha beta"));
    EXPECT_EQ(keys_of(report["summary"]["edges"]), words("ant zebra"));
    EXPECT_EQ(keys_of(report["dispatch"]["verdicts"]), words("failed throttled unproven usable"));
    EXPECT_EQ(report["summary"]["outcomes"]["network_error"], 2);
    EXPECT_EQ(report["proxies"][3]["errors"]["proxy_closed"], 1);
}

TEST(Contract, SignalsHaveTheirNames) {
    const std::pair<Interrupt, const char*> cases[] = {
        {Interrupt::sighup, "SIGHUP"}, {Interrupt::sigint, "SIGINT"}, {Interrupt::sigterm, "SIGTERM"}};
    for (const auto& [interrupt, name] : cases) {
        RunRecord run = testing::run_over(1);
        run.interrupt = interrupt;
        EXPECT_EQ(parsed(testing::report_of(run))["run"]["interrupted"], name);
    }
}

TEST(Contract, ReasonsHaveTheNumbersOfTheirRule) {
    RunRecord run = testing::run_over(1);
    testing::add(run, testing::throttled(Micros{2'000'100}));
    testing::add(run, testing::ResultOf(Error::not_started), 2);
    const std::string bytes =
        render(testing::report_of(run), ReportKind::json, Serializer::automatic, false).bytes;
    for (const char* part :
         {R"("observed":1,"threshold":1})", R"("observed":0.0,"threshold":0.5})",
          R"("observed":2000.1,"threshold":2000.0})", R"("observed":0.3333,"threshold":0.5})"}) {
        EXPECT_NE(bytes.find(part), std::string::npos) << part;
    }
}

TEST(Contract, ReasonsOfAPoolHaveTheNumbersOfTheirRule) {
    RunRecord run = testing::run_over(2, 30);
    testing::add(run, testing::throttled().target(1).proxy(0));
    testing::add(run, testing::success().proxy(1));
    testing::add(run, testing::success().proxy(2));
    const std::string bytes =
        render(testing::report_of(run), ReportKind::json, Serializer::automatic, false).bytes;
    for (const char* part : {R"("policy":"pool")", R"("observed":0.6667,"threshold":0.9})",
                             R"("observed":0.3333,"threshold":0.2})", R"("observed":0.2168,"threshold":0.5})",
                             R"("observed":1,"threshold":1})"}) {
        EXPECT_NE(bytes.find(part), std::string::npos) << part << " in " << bytes;
    }
}

TEST(Contract, AThresholdThatIsNoShortDecimalIsRounded) {
    Thresholds thresholds;
    thresholds.degraded_success_rate = 0.66668;
    RunRecord run = testing::run_over(1);
    testing::add(run, testing::success(), 2);
    testing::add(run, testing::ResultOf(Outcome::server_error));
    const Json report = parsed(report_on(run, thresholds, Detail::all));
    EXPECT_EQ(report["diagnosis"]["reasons"][0]["threshold"].dump(), "0.6667");
}

}  // namespace
}  // namespace outrider
