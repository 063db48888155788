// How real servers refuse and limit a visitor, and what is made of it (contract, section 5).
#include "outrider.hpp"
#include "real_servers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace integration {
namespace {

/// "outcome/error/blame status confidence".
std::string told(const Json& result) {
    const Json& confidence = result["confidence"];
    return verdict_of(result) + " " + result["status"].dump() + " " +
           (confidence.is_null() ? "-" : confidence.get<std::string>());
}

Report probe_at(const ServerPtr& server, const char* path, std::vector<std::string> more = {}) {
    more.insert(more.begin(), server->proxy_url("http") + path);
    return probe(more);
}

// One request a minute: the second attempt is over it.
ServerPtr nginx_with_limit() {
    return start_plain_nginx(
        "location /often { limit_req zone=often; limit_req_status 429; try_files /none @ok; }\n"
        "location /busy { limit_req zone=busy; try_files /none @ok; }\n"
        "location /later { limit_req zone=later; add_header Retry-After 20 always; try_files /none @ok; }\n"
        "location /closed { deny all; }\n"
        "location @ok { return 200 ok; }",
        "limit_req_zone $binary_remote_addr zone=often:1m rate=1r/m;\n"
        "limit_req_zone $binary_remote_addr zone=busy:1m rate=1r/m;\n"
        "limit_req_zone $binary_remote_addr zone=later:1m rate=1r/m;");
}

TEST(RealNginx, LimitsWith429) {
    const ServerPtr nginx = nginx_with_limit();
    const Report report = probe_at(nginx, "/often", {"--attempts", "2"});
    EXPECT_EQ(told(report.result(0)), "success/-/- 200 -");
    EXPECT_EQ(told(report.result(1)), "rate_limited/-/target 429 possible");
    EXPECT_EQ(report.result(1)["evidence"], "status 429");
    EXPECT_EQ(report.text("/summary/throttle_count"), "1");
    EXPECT_EQ(report.text("/backoff/retry_after_s"), "null") << "nginx asks for no wait by itself";
}

// Without a word of a limit a 503 is one like any other, and what it asks for is heeded all the same.
TEST(RealNginx, LimitsWith503) {
    const ServerPtr nginx = nginx_with_limit();
    const Report report = probe_at(nginx, "/busy", {"--attempts", "2"});
    EXPECT_EQ(told(report.result(1)), "server_error/-/target 503 -");
    EXPECT_EQ(report.text("/summary/throttle_count"), "0");
    const Report later = probe_at(nginx, "/later", {"--attempts", "2"});
    EXPECT_EQ(told(later.result(0)), "success/-/- 200 -");
    EXPECT_EQ(later.result(0)["retry_after_s"].dump(), "null");
    EXPECT_EQ(told(later.result(1)), "server_error/-/target 503 -");
    EXPECT_EQ(later.text("/backoff/retry_after_s"), "20");
}

TEST(RealNginx, DeniesWith403) {
    const ServerPtr nginx = nginx_with_limit();
    const Report report = probe_at(nginx, "/closed");
    EXPECT_EQ(told(report.result()), "banned/-/target 403 possible");
    EXPECT_EQ(report.result()["evidence"], "status 403");
    EXPECT_EQ(report.result()["vendor"].dump(), "null");
    EXPECT_EQ(told(probe_at(nginx, "/closed", {"--expect-status", "403"}).result()), "success/-/- 403 -");
}

TEST(RealNginx, AnswersForABackendThatIsDown) {
    const ClosedPort closed;
    const ServerPtr nginx =
        start_plain_nginx("location / { proxy_pass http://" + host_port(closed.port()) + "; }");
    EXPECT_EQ(told(probe_at(nginx, "/").result()), "server_error/-/target 502 -");
}

// Its stick-table lets one request a minute through.
ServerPtr haproxy_with_limit(const std::string& backend) {
    return start_http_haproxy(
        "  timeout tarpit 400ms\n"
        "  stick-table type ip size 1k expire 1m store http_req_rate(1m)\n"
        "  http-request track-sc0 src if { path /often }\n"
        "  http-request deny deny_status 429 if { path /often } { sc_http_req_rate(0) gt 1 }\n"
        "  http-request tarpit if { path /slow }\n"
        "  http-request tarpit deny_status 429 if { path /slow-429 }\n"
        "  http-request deny if { path /closed }\n"
        "  http-request return status 200 if { path /often }\n"
        "  default_backend site\nbackend site\n  retries 0\n  server only " +
        backend);
}

TEST(RealHaproxy, RefusesInItsWays) {
    const ClosedPort closed;
    const ServerPtr haproxy = haproxy_with_limit(host_port(closed.port()));
    const Report often = probe_at(haproxy, "/often", {"--attempts", "2"});
    EXPECT_EQ(told(often.result(0)), "success/-/- 200 -");
    EXPECT_EQ(told(often.result(1)), "rate_limited/-/target 429 possible");
    EXPECT_EQ(told(probe_at(haproxy, "/closed").result()), "banned/-/target 403 possible");
    EXPECT_EQ(told(probe_at(haproxy, "/").result()), "server_error/-/target 503 -");
}

// A tarpit is slow first and an error then; whoever does not wait sees a timeout.
TEST(RealHaproxy, HoldsWhomItTarpits) {
    const ClosedPort closed;
    const ServerPtr haproxy = haproxy_with_limit(host_port(closed.port()));
    const Report slow = probe_at(haproxy, "/slow");
    EXPECT_EQ(told(slow.result()), "server_error/-/target 500 -");
    EXPECT_GE(slow.result()["latency_ms"], 400);
    const Report limited = probe_at(haproxy, "/slow-429");
    EXPECT_EQ(told(limited.result()), "rate_limited/-/target 429 possible");
    EXPECT_GE(limited.result()["latency_ms"], 400);
    const Report impatient = probe_at(haproxy, "/slow", {"--read-timeout", "100ms"});
    EXPECT_EQ(impatient.verdict(), "network_error/read_timeout/target");
}

}  // namespace
}  // namespace integration
