#include "lab/quota.hpp"

#include "lab/test_client.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace outrider::lab {
namespace {

using namespace std::chrono_literals;

std::string field(const Reply& reply, const std::string& name) {
    for (const auto& [key, value] : reply.fields) {
        if (key == name) return value;
    }
    return "";
}

TEST(Quota, is_read_from_text) {
    EXPECT_EQ(QuotaPolicy::parse("5/60s").requests, 5u);
    EXPECT_EQ(QuotaPolicy::parse("5/60").window, 60s);
    EXPECT_EQ(QuotaPolicy::parse("10/s").window, 1s);
    for (const char* wrong : {"", "5", "/60s", "0/60s", "5/0s", "x/60s", "5/x"}) {
        EXPECT_THROW(QuotaPolicy::parse(wrong), std::invalid_argument) << wrong;
    }
}

TEST(Quota, grants_so_many_requests_and_refills_with_time) {
    Quota quota({.requests = 2, .window = 10s});
    const Quota::Clock::time_point start{};
    EXPECT_EQ(quota.take("a", "none", start).status, 200);
    EXPECT_EQ(quota.take("a", "none", start).status, 200);
    EXPECT_EQ(quota.take("a", "none", start).status, 429);
    EXPECT_EQ(quota.take("b", "none", start).status, 200);  // each address has its own
    EXPECT_EQ(quota.take("a", "none", start + 4s).status, 429);
    EXPECT_EQ(quota.take("a", "none", start + 5s).status, 200);
    EXPECT_EQ(quota.take("a", "none", start + 5s).status, 429);
}

TEST(Quota, tells_its_state_in_the_fields_of_each_style) {
    Quota quota({.requests = 2, .window = 10s});
    const Quota::Clock::time_point start{};
    const Reply granted = quota.take("a", "all", start);
    EXPECT_EQ(field(granted, "RateLimit-Policy"), "\"lab\";q=2;w=10");
    EXPECT_EQ(field(granted, "RateLimit"), "\"lab\";r=1;t=5");
    EXPECT_EQ(field(granted, "X-RateLimit-Limit"), "2");
    EXPECT_EQ(field(granted, "X-RateLimit-Remaining"), "1");
    EXPECT_EQ(field(granted, "Retry-After"), "");
    quota.take("a", "none", start);
    const Reply refused = quota.take("a", "ietf-06", start + 1s);
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(field(refused, "Retry-After"), "4");
    EXPECT_EQ(field(refused, "RateLimit-Remaining"), "0");
    EXPECT_EQ(field(refused, "RateLimit-Reset"), "4");
    EXPECT_EQ(field(refused, "X-RateLimit-Limit"), "");
}

TEST(Quota, is_served_for_each_source_address) {
    LabOptions options;
    options.quota = {.requests = 3, .window = 3600s};
    const RunningLab lab(options);
    for (const char* source : {"127.9.0.1", "127.9.0.2"}) {
        for (const int status : {200, 200, 200, 429, 429}) {
            EXPECT_EQ(get(lab.address("origin"), "/quota", source).status, status);
        }
    }
}

}  // namespace
}  // namespace outrider::lab
