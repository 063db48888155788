#include "report_rules.hpp"

#include "process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace integration {

using Json = nlohmann::ordered_json;

namespace {

/// A rate as reports have it: four decimals, half away from zero, of the exact fraction.
double rate(std::int64_t part, std::int64_t whole) {
    if (whole == 0) return 0.0;
    return static_cast<double>((part * 20000 + whole) / (2 * whole)) / 10000.0;
}

std::int64_t micros(const Json& milliseconds) {
    return std::llround(milliseconds.get<double>() * 1000);
}

void expect_keys(const Json& object, const char* words, const std::string& where) {
    std::vector<std::string> expected;
    std::istringstream stream(words);
    for (std::string word; stream >> word;)
        expected.push_back(word);
    std::vector<std::string> found;
    for (const auto& item : object.items())
        found.push_back(item.key());
    EXPECT_EQ(found, expected) << where;
}

std::int64_t count(const Json& map, const char* key) {
    return map.contains(key) ? map.at(key).get<std::int64_t>() : 0;
}

std::int64_t sum(const Json& map) {
    std::int64_t total = 0;
    for (const auto& item : map.items()) {
        EXPECT_GT(item.value(), 0) << "maps hold what is not zero: " << item.key();
        total += item.value().get<std::int64_t>();
    }
    return total;
}

void check_keys(const Json& report) {
    expect_keys(report,
                "schema version run diagnosis backoff dispatch summary targets proxies inputs drift results",
                "report");
    expect_keys(report["run"],
                "name started_at duration_ms deadline_ms probe_window_ms deadline_hit interrupted planned "
                "completed abandoned local_errors controls coverage concurrency lag_ms plan_id shard",
                "run");
    expect_keys(report["diagnosis"], "state action policy reasons notes", "diagnosis");
    for (const Json& reason : report["diagnosis"]["reasons"])
        expect_keys(reason, "rule message observed threshold", "reason");
    expect_keys(
        report["backoff"],
        "initial_delay_s max_delay_s max_retries multiplier jitter basis retry_after_s retry_after_raw "
        "delays_s",
        "backoff");
    expect_keys(report["dispatch"],
                "concurrency_factor max_requests_per_second usable_proxies tested_proxies usable_share "
                "usable_share_low usable_share_high verdicts",
                "dispatch");
    expect_keys(
        report["summary"],
        "success_rate avg_latency_ms throttle_count ban_count challenge_count outcomes statuses errors "
        "vendors edges latency_ms phases_ms",
        "summary");
    expect_keys(report["summary"]["latency_ms"], "count min mean stddev p50 p90 p95 p99 max", "latency_ms");
    expect_keys(report["summary"]["phases_ms"], "dns connect proxy tls send wait body", "phases_ms");
    for (const Json& target : report["targets"])
        expect_keys(target,
                    "index name url state control requests quota_per_s success_rate throttle_count ban_count "
                    "challenge_count avg_latency_ms p95_latency_ms outcomes",
                    "target");
    for (const Json& proxy : report["proxies"])
        expect_keys(proxy,
                    "index name proxy rotating verdict success_rate avg_latency_ms p95_latency_ms outcomes "
                    "errors",
                    "proxy");
    expect_keys(report["inputs"], "rejected duplicates", "inputs");
    if (!report["drift"].is_null())
        expect_keys(report["drift"],
                    "state_before success_rate_change p95_change_ms proxies_lost proxies_gained", "drift");
}

/// The blame of a result, itself where the other results have to tell.
Json expected_blame(const Json& result) {
    const std::string outcome = result["outcome"];
    if (outcome == "abandoned" || outcome == "success") return nullptr;
    if (outcome == "local_error") return "local";
    if (outcome == "network_error") return result["proxy"].is_null() ? Json("target") : result["blame"];
    if (outcome == "proxy_error")
        return result["error"] == "proxy_bad_gateway" ? result["blame"] : Json("proxy");
    return "target";
}

void check_result(const Json& result) {
    expect_keys(
        result,
        "target proxy attempt outcome error status blame vendor edge challenge_kind confidence evidence "
        "detail latency_ms started_ms phases_ms bytes truncated redirects requests final_url "
        "retry_after_s retry_after_raw quota_per_s remote http_version",
        "result");
    expect_keys(result["phases_ms"], "dns connect proxy tls send wait body", "phases of a result");
    const std::string outcome = result["outcome"];
    const std::set<std::string> with_error = {"abandoned", "local_error", "proxy_error", "network_error"};
    EXPECT_EQ(result["error"].is_null(), !with_error.contains(outcome)) << result;
    EXPECT_EQ(result["latency_ms"].is_null(), result["status"].is_null()) << result;
    if (!result["latency_ms"].is_null()) {
        std::int64_t phases = 0;
        for (const Json& phase : result["phases_ms"])
            phases += phase.is_null() ? 0 : micros(phase);
        EXPECT_EQ(phases, micros(result["latency_ms"])) << "phases add up to the latency: " << result;
    }
    EXPECT_EQ(result["blame"], expected_blame(result)) << result;
    EXPECT_LE(result["detail"].is_null() ? 0U : result["detail"].get<std::string>().size(), 800U);
}

/// Whether the probe counts: a control, which is one with no proxy where its target has a control, does not.
bool counts(const Json& report, const Json& result) {
    return !result["proxy"].is_null() ||
           report["targets"][result["target"].get<std::size_t>()]["control"].is_null();
}

void check_results(const Json& report) {
    std::int64_t planned = 0;
    Json outcomes = Json::object();
    Json statuses = Json::object();
    std::vector<std::int64_t> requests(report["targets"].size(), 0);
    std::set<std::string> seen;
    for (const Json& result : report["results"]) {
        check_result(result);
        requests.at(result["target"].get<std::size_t>()) += result["requests"].get<std::int64_t>();
        EXPECT_TRUE(seen.insert(Json{result["target"], result["proxy"], result["attempt"]}.dump()).second)
            << "a probe has one outcome: " << result;
        if (!counts(report, result)) continue;
        ++planned;
        const auto add = [](Json& map, const std::string& key) { map[key] = count(map, key.c_str()) + 1; };
        add(outcomes, result["outcome"]);
        if (!result["status"].is_null()) add(statuses, result["status"].dump());
    }
    EXPECT_EQ(planned, report["run"]["planned"]) << "every planned probe has one outcome";
    EXPECT_EQ(nlohmann::json(outcomes), nlohmann::json(report["summary"]["outcomes"]));
    EXPECT_EQ(nlohmann::json(statuses), nlohmann::json(report["summary"]["statuses"]));
    for (std::size_t i = 0; i < requests.size(); ++i)
        EXPECT_EQ(report["targets"][i]["requests"], requests[i]) << "requests of target " << i;
}

void check_counts(const Json& report) {
    const Json& run = report["run"];
    const Json& summary = report["summary"];
    const auto planned = run["planned"].get<std::int64_t>();
    const auto completed = run["completed"].get<std::int64_t>();
    EXPECT_EQ(run["abandoned"], count(summary["outcomes"], "abandoned"));
    EXPECT_EQ(run["local_errors"], count(summary["outcomes"], "local_error"));
    EXPECT_EQ(completed + run["abandoned"].get<std::int64_t>() + run["local_errors"].get<std::int64_t>(),
              planned);
    EXPECT_EQ(sum(summary["outcomes"]), planned);
    EXPECT_DOUBLE_EQ(run["coverage"].get<double>(), rate(completed, planned));
    EXPECT_DOUBLE_EQ(summary["success_rate"].get<double>(),
                     rate(count(summary["outcomes"], "success"), completed));
    EXPECT_EQ(summary["ban_count"], count(summary["outcomes"], "banned"));
    EXPECT_EQ(summary["challenge_count"], count(summary["outcomes"], "challenged"));
    EXPECT_EQ(summary["latency_ms"]["count"], sum(summary["statuses"]));
    std::int64_t of_targets = 0;
    for (const Json& target : report["targets"])
        of_targets += sum(target["outcomes"]);
    EXPECT_EQ(of_targets, planned);
    if (report["proxies"].empty()) return;
    std::int64_t of_proxies = 0;
    for (const Json& proxy : report["proxies"])
        of_proxies += sum(proxy["outcomes"]);
    EXPECT_LE(of_proxies, planned);
}

void check_backoff(const Json& report) {
    const Json& backoff = report["backoff"];
    Json delays = Json::array();
    auto delay = backoff["initial_delay_s"].get<std::int64_t>();
    const auto most = backoff["max_delay_s"].get<std::int64_t>();
    for (std::int64_t k = 0; k < backoff["max_retries"].get<std::int64_t>(); ++k, delay *= 2)
        delays.push_back(std::min(delay, most));
    EXPECT_EQ(backoff["delays_s"], delays);
    EXPECT_EQ(backoff["multiplier"], 2);
    EXPECT_EQ(backoff["jitter"], backoff["retry_after_s"].is_null() ? "full" : "none");
}

/// Ten thousand results alike would take the time of a test.
Json without_most_results(const Json& report) {
    constexpr std::size_t most = 300;
    if (!report.contains("results") || report["results"].size() <= most) return report;
    Json shorter = report;
    shorter["results"].erase(shorter["results"].begin() + most, shorter["results"].end());
    return shorter;
}

}  // namespace

const json_schema::Validator& report_schema() {
    static const json_schema::Validator validator(
        Json::parse(run({OUTRIDER_BINARY, "schema", "report"}).out, nullptr, false));
    return validator;
}

void check_report(const Json& report) {
    EXPECT_THAT(report_schema().violations(without_most_results(report)), ::testing::IsEmpty());
    check_keys(report);
    if (::testing::Test::HasFailure()) return;
    EXPECT_EQ(report["schema"], "outrider.report/1");
    check_counts(report);
    check_backoff(report);
    const auto rows = static_cast<std::int64_t>(report["results"].size());
    if (rows >= report["run"]["planned"].get<std::int64_t>()) check_results(report);
}

}  // namespace integration
