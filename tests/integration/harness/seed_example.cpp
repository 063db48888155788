#include "seed_example.hpp"

#include <gtest/gtest.h>

namespace integration {

std::vector<std::string> seed_targets(const std::string& origin) {
    return {origin + "/status/200", origin + "/status/429", origin + "/delay/1"};
}

void expect_seed_diagnosis(const Report& report) {
    EXPECT_EQ(report.exit.code, 2) << report.exit.err;
    ASSERT_TRUE(report.json.contains("diagnosis")) << report.exit.err;
    EXPECT_EQ(report.verdict(0), "success/-/-") << report.result(0);
    EXPECT_EQ(report.verdict(1), "rate_limited/-/target") << report.result(1);
    EXPECT_EQ(report.verdict(2), "success/-/-") << report.result(2);
    EXPECT_GE(report.result(2)["latency_ms"], 1000.0);
    EXPECT_EQ(report.text("/diagnosis/state"), R"("CRITICAL")");
    EXPECT_EQ(report.text("/diagnosis/action"), R"("halt")");
    EXPECT_EQ(report.text("/diagnosis/policy"), R"("strict")");
    EXPECT_EQ(report.text("/diagnosis/reasons/0/rule"), R"("throttled")");
    EXPECT_EQ(report.text("/summary/success_rate"), "0.6667");
    EXPECT_EQ(report.text("/summary/throttle_count"), "1");
    EXPECT_EQ(report.text("/summary/ban_count"), "0");
    EXPECT_EQ(report.text("/summary/outcomes"), R"({"rate_limited":1,"success":2})");
    EXPECT_EQ(report.text("/summary/statuses"), R"({"200":2,"429":1})");
    EXPECT_EQ(report.text("/backoff"),
              R"({"initial_delay_s":5,"max_delay_s":60,"max_retries":5,"multiplier":2,"jitter":"full",)"
              R"("basis":"state","retry_after_s":null,"retry_after_raw":null,"delays_s":[5,10,20,40,60]})");
    EXPECT_EQ(report.text("/dispatch/concurrency_factor"), "0.0");
}

}  // namespace integration
