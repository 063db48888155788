// The seed's own example (contract, end of section 8), direct.
#include "seed_example.hpp"

#include "certificates.hpp"
#include "lab.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

namespace integration {
namespace {

TEST(SeedExample, ExactValues) {
    const Lab lab;
    const Report report = probe(seed_targets(lab.url("")));
    expect_seed_diagnosis(report);
    EXPECT_EQ(report.text("/diagnosis/reasons/0/observed"), "1");
    EXPECT_EQ(report.text("/diagnosis/reasons/0/threshold"), "1");
    EXPECT_EQ(report["diagnosis"]["reasons"].size(), 2U);
    EXPECT_EQ(report.text("/diagnosis/reasons/1/rule"), R"("success_rate")");
    EXPECT_EQ(report.text("/diagnosis/reasons/1/observed"), "0.6667");
    EXPECT_EQ(report.text("/diagnosis/reasons/1/threshold"), "0.9");
    EXPECT_EQ(report.exit.err, "");
}

TEST(SeedExample, RunAndDispatch) {
    const Lab lab;
    const Report report = probe(seed_targets(lab.url("")));
    const Json& run = report["run"];
    EXPECT_EQ(run["planned"], 3);
    EXPECT_EQ(run["completed"], 3);
    EXPECT_EQ(run["controls"], 0);
    EXPECT_EQ(run["coverage"].dump(), "1.0");
    EXPECT_EQ(run["deadline_ms"].dump(), "10000.0");
    EXPECT_EQ(run["deadline_hit"], false);
    EXPECT_TRUE(run["interrupted"].is_null());
    EXPECT_TRUE(run["name"].is_null());
    EXPECT_LT(run["probe_window_ms"], 10000.0);
    EXPECT_TRUE(std::regex_match(run["started_at"].get<std::string>(),
                                 std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)")));
    EXPECT_EQ(report.text("/dispatch"),
              R"({"concurrency_factor":0.0,"max_requests_per_second":null,"usable_proxies":null,)"
              R"("tested_proxies":null,"usable_share":null,"usable_share_low":null,)"
              R"("usable_share_high":null,"verdicts":{}})");
    EXPECT_EQ(report.text("/proxies"), "[]");
    EXPECT_EQ(report.text("/inputs"), R"({"rejected":[],"duplicates":0})");
    EXPECT_EQ(report.text("/drift"), "null");
}

TEST(SeedExample, EachTargetHasItsOwnState) {
    const Lab lab;
    const Report report = probe(seed_targets(lab.url("")));
    EXPECT_EQ(report.text("/targets/0/state"), R"("HEALTHY")");
    EXPECT_EQ(report.text("/targets/1/state"), R"("CRITICAL")");
    EXPECT_EQ(report.text("/targets/2/state"), R"("HEALTHY")");
    EXPECT_EQ(report.text("/targets/1/url"), "\"" + lab.url("/status/429") + "\"");
    EXPECT_EQ(report.text("/targets/1/outcomes"), R"({"rate_limited":1})");
    EXPECT_EQ(report.text("/targets/1/success_rate"), "0.0");
    EXPECT_EQ(report.text("/targets/1/requests"), "1");
}

TEST(SeedExample, ADirectResultSaysHowItWent) {
    const Lab lab;
    const Report report = probe({lab.url("/bytes/12345")});
    const Json& result = report.result();
    EXPECT_EQ(report.exit.code, 0);
    EXPECT_TRUE(result["proxy"].is_null());
    EXPECT_EQ(result["attempt"], 1);
    EXPECT_EQ(result["status"], 200);
    EXPECT_EQ(result["bytes"], 12345);
    EXPECT_EQ(result["truncated"], false);
    EXPECT_EQ(result["requests"], 1);
    EXPECT_EQ(result["remote"], lab.at("origin"));
    EXPECT_EQ(result["http_version"], "1.1");
    for (const char* phase : {"connect", "send", "wait", "body"})
        EXPECT_TRUE(result["phases_ms"][phase].is_number_float()) << phase;
    for (const char* phase : {"dns", "proxy", "tls"})
        EXPECT_TRUE(result["phases_ms"][phase].is_null()) << phase;
}

TEST(SeedExample, OverTls) {
    const Lab lab;
    std::vector<std::string> arguments = seed_targets(lab.tls_url(""));
    arguments.insert(arguments.end(), {"--cacert", lab.ca()});
    const Report report = probe(arguments);
    expect_seed_diagnosis(report);
    EXPECT_TRUE(report.result()["phases_ms"]["tls"].is_number_float());
}

TEST(SeedExample, HealthyIsZeroAndDispatch) {
    const Lab lab;
    const Report report = probe({lab.url("/status/200")});
    EXPECT_EQ(report.exit.code, 0);
    EXPECT_EQ(report.text("/diagnosis/state"), R"("HEALTHY")");
    EXPECT_EQ(report.text("/diagnosis/action"), R"("dispatch")");
    EXPECT_EQ(report.text("/diagnosis/reasons"), "[]");
    EXPECT_EQ(report.text("/backoff/delays_s"), "[1,2]");
    EXPECT_EQ(report.text("/dispatch/concurrency_factor"), "1.0");
}

// Success rate 3/4: not below 0.5, but below 0.9.
TEST(SeedExample, DegradedIsOneAndReduce) {
    const Lab lab;
    const Report report = probe(
        {lab.url("/status/200"), lab.url("/status/201"), lab.url("/status/202"), lab.url("/status/500")});
    EXPECT_EQ(report.exit.code, 1);
    EXPECT_EQ(report.text("/summary/success_rate"), "0.75");
    EXPECT_EQ(report.text("/diagnosis/state"), R"("DEGRADED")");
    EXPECT_EQ(report.text("/diagnosis/action"), R"("reduce")");
    EXPECT_EQ(report.text("/backoff/delays_s"), "[2,4,8]");
    EXPECT_EQ(report.text("/dispatch/concurrency_factor"), "0.5");
}

TEST(SeedExample, LatencyOverTheLimitDegrades) {
    const Lab lab;
    const Report report = probe({lab.url("/delay/0.3"), "--degraded-latency", "100ms"});
    EXPECT_EQ(report.exit.code, 1);
    EXPECT_EQ(report.text("/diagnosis/reasons/0/rule"), R"("latency")");
    EXPECT_EQ(report.text("/diagnosis/reasons/0/threshold"), "100.0");
}

TEST(SeedExample, FailOnDecidesTheExitCode) {
    const Lab lab;
    const std::string throttled = lab.url("/status/429");
    EXPECT_EQ(probe({throttled, "--fail-on", "critical"}).exit.code, 2);
    EXPECT_EQ(probe({throttled, "--fail-on", "never"}).exit.code, 0);
    const std::string slow = lab.url("/delay/0.2");
    EXPECT_EQ(probe({slow, "--degraded-latency", "50ms", "--fail-on", "critical"}).exit.code, 0);
}

}  // namespace
}  // namespace integration
