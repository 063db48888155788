#include "outrider/model/version.hpp"
#include "report/reports.hpp"

#include <gtest/gtest.h>

#include <string>

namespace outrider {
namespace {

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    return text.replace(text.find(what), what.size(), by);
}

// 200, 429, and 200 after 1 s, byte for byte.
const char* const expected =
    R"({"schema":"outrider.report/1","version":"VERSION",)"
    R"("run":{"name":null,"started_at":"2025-12-02T08:14:00.120Z","duration_ms":1004.25,"deadline_ms":10000.0,)"
    R"("probe_window_ms":9800.0,"deadline_hit":false,"interrupted":null,"planned":3,"completed":3,"abandoned":0,)"
    R"("local_errors":0,"controls":0,"coverage":1.0,"concurrency":3,"lag_ms":null,"plan_id":"ab12","shard":null},)"
    R"("diagnosis":{"state":"CRITICAL","action":"halt","policy":"strict","reasons":[)"
    R"({"rule":"throttled","message":"1 of 3 completed probes was throttled","observed":1,"threshold":1},)"
    R"({"rule":"success_rate","message":"2 of 3 completed probes succeeded, less than 90 %","observed":0.6667,)"
    R"("threshold":0.9}],"notes":[]},)"
    R"("backoff":{"initial_delay_s":5,"max_delay_s":60,"max_retries":5,"multiplier":2,"jitter":"full",)"
    R"("basis":"state","retry_after_s":null,"retry_after_raw":null,"delays_s":[5,10,20,40,60]},)"
    R"("dispatch":{"concurrency_factor":0.0,"max_requests_per_second":null,"usable_proxies":null,)"
    R"("tested_proxies":null,"usable_share":null,"usable_share_low":null,"usable_share_high":null,"verdicts":{}},)"
    R"("summary":{"success_rate":0.6667,"avg_latency_ms":335.667,"throttle_count":1,"ban_count":0,)"
    R"("challenge_count":0,"outcomes":{"rate_limited":1,"success":2},"statuses":{"200":2,"429":1},"errors":{},)"
    R"("vendors":{},"edges":{},"latency_ms":{"count":3,"min":1.5,"mean":335.667,"stddev":471.876,"p50":2.5,)"
    R"("p90":1003.0,"p95":1003.0,"p99":1003.0,"max":1003.0},"phases_ms":{"dns":{"p50":null,"p95":null},)"
    R"("connect":{"p50":0.3,"p95":0.3},"proxy":{"p50":null,"p95":null},"tls":{"p50":null,"p95":null},)"
    R"("send":{"p50":0.05,"p95":0.05},"wait":{"p50":0.9,"p95":0.9},"body":{"p50":null,"p95":null}}},)"
    R"("targets":[)"
    R"({"index":0,"name":null,"url":"http://t0.example/","state":"HEALTHY","control":null,"requests":1,)"
    R"("quota_per_s":null,"success_rate":1.0,"throttle_count":0,"ban_count":0,"challenge_count":0,)"
    R"("avg_latency_ms":1.5,"p95_latency_ms":1.5,"outcomes":{"success":1}},)"
    R"({"index":1,"name":null,"url":"http://t1.example/","state":"CRITICAL","control":null,"requests":1,)"
    R"("quota_per_s":null,"success_rate":0.0,"throttle_count":1,"ban_count":0,"challenge_count":0,)"
    R"("avg_latency_ms":2.5,"p95_latency_ms":2.5,"outcomes":{"rate_limited":1}},)"
    R"({"index":2,"name":null,"url":"http://t2.example/","state":"HEALTHY","control":null,"requests":1,)"
    R"("quota_per_s":null,"success_rate":1.0,"throttle_count":0,"ban_count":0,"challenge_count":0,)"
    R"("avg_latency_ms":1003.0,"p95_latency_ms":1003.0,"outcomes":{"success":1}}],)"
    R"("proxies":[],"inputs":{"rejected":[],"duplicates":0},"drift":null,"results":[)"
    R"({"target":0,"proxy":null,"attempt":1,"outcome":"success","error":null,"status":200,"blame":null,)"
    R"("vendor":null,"edge":null,"challenge_kind":null,"confidence":null,"evidence":null,"detail":null,)"
    R"("latency_ms":1.5,"started_ms":0.0,"phases_ms":{"dns":null,"connect":0.3,"proxy":null,"tls":null,)"
    R"("send":0.05,"wait":0.9,"body":null},"bytes":0,"truncated":false,"redirects":0,"requests":1,)"
    R"("final_url":null,"retry_after_s":null,"retry_after_raw":null,"quota_per_s":null,)"
    R"("remote":"127.0.0.1:8080","http_version":"1.1"},)"
    R"({"target":1,"proxy":null,"attempt":1,"outcome":"rate_limited","error":null,"status":429,"blame":"target",)"
    R"("vendor":null,"edge":null,"challenge_kind":null,"confidence":"possible","evidence":"status 429",)"
    R"("detail":null,"latency_ms":2.5,"started_ms":0.0,"phases_ms":{"dns":null,"connect":0.3,"proxy":null,)"
    R"("tls":null,"send":0.05,"wait":0.9,"body":null},"bytes":0,"truncated":false,"redirects":0,"requests":1,)"
    R"("final_url":null,"retry_after_s":null,"retry_after_raw":null,"quota_per_s":null,)"
    R"("remote":"127.0.0.1:8080","http_version":"1.1"},)"
    R"({"target":2,"proxy":null,"attempt":1,"outcome":"success","error":null,"status":200,"blame":null,)"
    R"("vendor":null,"edge":null,"challenge_kind":null,"confidence":null,"evidence":null,"detail":null,)"
    R"("latency_ms":1003.0,"started_ms":0.0,"phases_ms":{"dns":null,"connect":0.3,"proxy":null,"tls":null,)"
    R"("send":0.05,"wait":0.9,"body":null},"bytes":0,"truncated":false,"redirects":0,"requests":1,)"
    R"("final_url":null,"retry_after_s":null,"retry_after_raw":null,"quota_per_s":null,)"
    R"("remote":"127.0.0.1:8080","http_version":"1.1"}]})"
    "\n";

TEST(SeedExample, IsTheReportByteForByte) {
    const std::string golden = replaced(expected, "VERSION", std::string(version));
    for (const Serializer serializer : {Serializer::automatic, Serializer::nlohmann}) {
        EXPECT_EQ(render(testing::seed_example(), ReportKind::json, serializer, false).bytes, golden);
    }
}

}  // namespace
}  // namespace outrider
