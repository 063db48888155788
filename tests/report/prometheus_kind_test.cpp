#include "report/prometheus_kind.hpp"

#include "outrider/model/text.hpp"
#include "report/hostile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace outrider {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(PrometheusKind, OfTheSeedExample) {
    EXPECT_EQ(testing::kind(testing::seed_example(), ReportKind::prometheus),
              R"(# HELP outrider_state The diagnosis of the last run: 1 for its state, 0 for the others.
# TYPE outrider_state gauge
outrider_state{state="HEALTHY"} 0
outrider_state{state="DEGRADED"} 0
outrider_state{state="CRITICAL"} 1
# HELP outrider_success_ratio Share of the completed probes of the last run that succeeded.
# TYPE outrider_success_ratio gauge
outrider_success_ratio 0.6667
# HELP outrider_probes Probes of the last run by what they came to.
# TYPE outrider_probes gauge
outrider_probes{outcome="abandoned"} 0
outrider_probes{outcome="local_error"} 0
outrider_probes{outcome="proxy_error"} 0
outrider_probes{outcome="network_error"} 0
outrider_probes{outcome="challenged"} 0
outrider_probes{outcome="rate_limited"} 1
outrider_probes{outcome="banned"} 0
outrider_probes{outcome="server_error"} 0
outrider_probes{outcome="client_error"} 0
outrider_probes{outcome="unexpected"} 0
outrider_probes{outcome="success"} 2
# HELP outrider_latency_seconds Time to an answer, of the probes of the last run that got one.
# TYPE outrider_latency_seconds summary
outrider_latency_seconds{quantile="0.5"} 0.0025
outrider_latency_seconds{quantile="0.9"} 1.003
outrider_latency_seconds{quantile="0.95"} 1.003
outrider_latency_seconds{quantile="0.99"} 1.003
outrider_latency_seconds_sum 1.007
outrider_latency_seconds_count 3
# HELP outrider_backoff_initial_delay_seconds Advised wait before the first retry.
# TYPE outrider_backoff_initial_delay_seconds gauge
outrider_backoff_initial_delay_seconds 5
# HELP outrider_backoff_max_delay_seconds Longest advised wait before a retry.
# TYPE outrider_backoff_max_delay_seconds gauge
outrider_backoff_max_delay_seconds 60
# HELP outrider_run_timestamp_seconds When the last run started, in seconds since 1970.
# TYPE outrider_run_timestamp_seconds gauge
outrider_run_timestamp_seconds 1764663240.12
)");
}

TEST(PrometheusKind, LeavesOutWhatIsNull) {
    const std::string page = render_prometheus(testing::report_of(testing::run_over(1)));
    EXPECT_THAT(page, Not(HasSubstr("quantile")));
    EXPECT_THAT(page, Not(HasSubstr("usable_proxies")));
    EXPECT_THAT(page, HasSubstr("outrider_latency_seconds_sum 0.0\noutrider_latency_seconds_count 0\n"));
}

TEST(PrometheusKind, CountsUsableProxiesAndKeepsMicroseconds) {
    RunRecord run = testing::run_over(1, 2);
    run.started_at = WallTime(Micros{1'000'000'999'999});
    testing::add(run, testing::success(Micros{1'000'001}).proxy(1));
    const std::string page = render_prometheus(testing::report_of(run));
    EXPECT_THAT(page, HasSubstr("\noutrider_usable_proxies 1\n"));
    EXPECT_THAT(page, HasSubstr("{quantile=\"0.5\"} 1.000001\n"));
    EXPECT_THAT(page, HasSubstr("outrider_run_timestamp_seconds 1000000.999\n")) << "as in the report";
}

TEST(PrometheusKind, TheNameIsALabelOfEachSample) {
    RunRecord run = testing::run_over(1);
    run.name = "a\\b\"c\nd\xFF\r";
    const std::string label = R"(run="a\\b\"c\nd)"
                              "\xEF\xBF\xBD\xEF\xBF\xBD\"}";
    for (const std::string& line : testing::lines_of(render_prometheus(testing::report_of(run)))) {
        EXPECT_TRUE(line.starts_with('#') || line.find(label) != std::string::npos) << line;
    }
}

TEST(PrometheusKind, IsWellFormedWhateverTheName) {
    const std::regex sample(
        R"re((outrider_[a-z_]+)(\{[a-z]+="([^"\\]|\\["\\n])*"(,[a-z]+="([^"\\]|\\["\\n])*")*\})? [0-9.]+)re");
    const std::regex comment(R"(# (HELP|TYPE) outrider_[a-z_]+ .+)");
    testing::Generator generator(3);
    std::vector<std::string> names = testing::hostile_texts();
    for (int i = 0; i < 100; ++i)
        names.push_back(generator.text());
    for (const std::string& name : names) {
        const std::string page = render_prometheus(testing::hostile_report(name));
        EXPECT_TRUE(is_valid_utf8(page));
        std::set<std::string> seen;
        for (const std::string& line : testing::lines_of(page)) {
            EXPECT_TRUE(std::regex_match(line, sample) || std::regex_match(line, comment)) << line;
            EXPECT_TRUE(seen.insert(line.substr(0, line.rfind(' '))).second) << "twice: " << line;
        }
    }
}

}  // namespace
}  // namespace outrider
