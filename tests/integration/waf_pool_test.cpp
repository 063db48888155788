// A pool before a WAF that knows its addresses: the report holds exactly what the script says.
#include "files.hpp"
#include "lab.hpp"
#include "outrider.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace integration {
namespace {

constexpr int pool_size = 60;

/// Of six proxies two are banned, one is challenged, one is over its quota, and two may pass.
const char* standing_of(int index) {
    constexpr const char* cycle[] = {"banned", "challenged", "welcome", "banned", "over_quota", "welcome"};
    return cycle[index % 6];
}

/// Where the lab's large pool leaves from: 127.64.0.1 and on.
std::string exit_of(int index) {
    return "127.64.0." + std::to_string(index + 1);
}

/// A lab whose pool works and answers at once, with more of its options.
std::vector<std::string> lab_with_pool(int size, std::vector<std::string> more) {
    more.insert(more.end(),
                {"--pool", std::to_string(size), "--pool-kinds", "http,socks4,socks4a,socks5,socks5h",
                 "--pool-dead", "0", "--pool-silent", "0", "--pool-delay-min", "0", "--pool-delay-max", "0"});
    return more;
}

/// The option for a scenario in which addresses have those standings with the WAF.
std::vector<std::string> scenario(const TempDir& dir, const Json& standings) {
    return {"--scenario", dir.file("scenario.json", Json{{"waf", standings}}.dump())};
}

class WafPool : public ::testing::Test {
protected:
    WafPool() : lab_(lab_with_pool(pool_size, scenario(dir_, standings()))) {}

    /// Each target shows the challenge of another vendor: with 403, with 405 and with 429.
    Report run_with(const std::vector<std::string>& more = {}) const {
        std::vector<std::string> arguments{lab_.url("/waf/status/200"),
                                           lab_.tls_url("/waf/bytes/1000?vendor=aws-captcha"),
                                           lab_.url("/waf/status/200?vendor=vercel"),
                                           "--proxies",
                                           lab_.file("proxies.txt"),
                                           "--cacert",
                                           lab_.ca()};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return probe(arguments);
    }

    static Json standings() {
        Json by_exit;
        for (int i = 0; i < pool_size; ++i)
            by_exit[exit_of(i)] = standing_of(i);
        return by_exit;
    }

    const TempDir dir_;
    const Lab lab_;
};

// What is the same with and without controls.
void expect_script(const Report& report) {
    EXPECT_EQ(report.exit.code, 2);
    EXPECT_EQ(report.text("/run/planned"), "180");
    EXPECT_EQ(report.text("/run/completed"), "180");
    EXPECT_EQ(report.text("/diagnosis/policy"), R"("pool")");
    EXPECT_EQ(report.text("/diagnosis/state"), R"("CRITICAL")");
    EXPECT_EQ(report.text("/diagnosis/action"), R"("halt")");

    EXPECT_EQ(report.text("/summary/outcomes"),
              R"({"challenged":30,"rate_limited":30,"banned":60,"success":60})");
    EXPECT_EQ(report.text("/summary/statuses"), R"({"200":60,"403":70,"405":10,"429":40})");
    EXPECT_EQ(report.text("/summary/errors"), "{}");
    EXPECT_EQ(report.text("/summary/vendors"), R"({"aws_waf":10,"cloudflare":10,"vercel":10})");
    EXPECT_EQ(report.text("/summary/edges"), R"({"aws_elb":10})");
    EXPECT_EQ(report.text("/summary/success_rate"), "0.3333");
    EXPECT_EQ(report.text("/summary/ban_count"), "60");
    EXPECT_EQ(report.text("/summary/challenge_count"), "30");
    EXPECT_EQ(report.text("/summary/throttle_count"), "40") << "the challenges with 429 count, too";

    EXPECT_EQ(report.text("/dispatch"),
              R"({"concurrency_factor":0.0,"max_requests_per_second":null,"usable_proxies":20,)"
              R"("tested_proxies":60,"usable_share":0.3333,"usable_share_low":0.3333,)"
              R"("usable_share_high":0.3333,)"
              R"("verdicts":{"banned":20,"challenged":10,"throttled":10,"usable":20}})");
    EXPECT_EQ(report.text("/backoff"),
              R"({"initial_delay_s":30,"max_delay_s":60,"max_retries":5,"multiplier":2,"jitter":"none",)"
              R"("basis":"retry_after","retry_after_s":30,"retry_after_raw":"30",)"
              R"("delays_s":[30,60,60,60,60]})");

    for (int i = 0; i < pool_size; ++i) {
        const std::string standing = standing_of(i);
        const std::string verdict = standing == "welcome"      ? "usable"
                                    : standing == "over_quota" ? "throttled"
                                                               : standing;
        EXPECT_EQ(report["proxies"][i]["verdict"], verdict) << report["proxies"][i];
    }
}

std::vector<std::string> reasons_of(const Report& report) {
    std::vector<std::string> reasons;
    for (const Json& reason : report["diagnosis"]["reasons"]) {
        reasons.push_back(reason["rule"].get<std::string>() + " " + reason["observed"].dump() + " " +
                          reason["threshold"].dump());
    }
    return reasons;
}

TEST_F(WafPool, ReportsExactlyTheScript) {
    const Report report = run_with();
    expect_script(report);
    EXPECT_THAT(reasons_of(report),
                ::testing::ElementsAre("usable_share 0.3333 0.5", "throttle_rate 0.2222 0.2",
                                       "sample_size 0.3333 0.5", "target_critical 3 1"));
    EXPECT_EQ(report.text("/run/controls"), "0");
    EXPECT_EQ(report["results"].size(), 180U);
    for (const Json& target : report["targets"]) {
        EXPECT_EQ(target["state"], "CRITICAL");
        EXPECT_EQ(target["outcomes"].dump(),
                  R"({"challenged":10,"rate_limited":10,"banned":20,"success":20})");
        EXPECT_EQ(target["requests"], pool_size);
        EXPECT_TRUE(target["control"].is_null());
    }
    EXPECT_EQ(lab_.stats()["waf"].dump(), R"({"welcome":60,"challenged":30,"over_quota":30,"banned":60})");
}

TEST_F(WafPool, SaysOfEachAnswerHowItIsKnown) {
    const Report report = run_with();
    EXPECT_EQ(report["results"].size(), 180U);
    for (const Json& result : report["results"]) {
        const std::string standing = standing_of(result["proxy"].get<int>());
        const Json told = {result["outcome"], result["vendor"], result["challenge_kind"],
                           result["confidence"], result["evidence"]};
        if (standing == "banned") {
            EXPECT_EQ(told.dump(), R"(["banned",null,null,"possible","status 403"])");
        } else if (standing == "over_quota") {
            EXPECT_EQ(told.dump(), R"(["rate_limited",null,null,"likely","header Retry-After: 30"])");
            EXPECT_EQ(result["retry_after_s"], 30);
        } else if (standing == "challenged") {
            constexpr const char* by_target[] = {
                R"(["challenged","cloudflare","js","confirmed","header cf-mitigated: challenge"])",
                R"(["challenged","aws_waf","captcha","confirmed","header x-amzn-waf-action: captcha"])",
                R"(["challenged","vercel","js","confirmed","header x-vercel-mitigated: challenge"])"};
            EXPECT_EQ(told.dump(), by_target[result["target"].get<int>()]);
        } else {
            EXPECT_EQ(told.dump(), R"(["success",null,null,null,null])");
        }
        EXPECT_EQ(result["blame"], standing == "welcome" ? Json() : Json("target"));
    }
}

TEST_F(WafPool, ControlsChangeNoNumber) {
    const Report report = run_with({"--direct"});
    expect_script(report);
    EXPECT_EQ(report.text("/run/controls"), "3");
    for (const Json& target : report["targets"]) {
        EXPECT_EQ(target["control"], "success");
        EXPECT_EQ(target["requests"], pool_size + 1);
    }
    EXPECT_EQ(report["results"].size(), 183U);
    EXPECT_EQ(lab_.stats()["waf"]["welcome"], 63);
}

TEST_F(WafPool, EachAttemptMeetsTheSame) {
    const Report report = run_with({"--attempts", "2"});
    EXPECT_EQ(report.text("/summary/outcomes"),
              R"({"challenged":60,"rate_limited":60,"banned":120,"success":120})");
    EXPECT_EQ(report.text("/dispatch/verdicts"),
              R"({"banned":20,"challenged":10,"throttled":10,"usable":20})");
    EXPECT_EQ(report.text("/summary/throttle_count"), "80");
}

TEST(WafQuota, IsSpentByEachAddressOnItsOwn) {
    const Lab lab(lab_with_pool(pool_size, {"--quota", "2/3600s"}));
    const Report report = probe(
        {lab.url("/quota?style=ietf"), "--proxies", lab.file("proxies.txt"), "--attempts", "3", "--direct"});
    EXPECT_EQ(report.exit.code, 2);
    EXPECT_EQ(report.text("/summary/outcomes"), R"({"rate_limited":60,"success":120})");
    EXPECT_EQ(report.text("/summary/statuses"), R"({"200":120,"429":60})");
    EXPECT_EQ(report.text("/summary/throttle_count"), "60");
    EXPECT_EQ(report.text("/summary/ban_count"), "0");
    EXPECT_EQ(report.text("/dispatch/verdicts"), R"({"usable":60})") << "two of three attempts succeed";
    EXPECT_EQ(report.text("/dispatch/max_requests_per_second"), "0.000556") << "2 in 3600 s";
    EXPECT_EQ(report.text("/targets/0/quota_per_s"), "0.000556");
    EXPECT_EQ(report.text("/targets/0/control"), R"("success")") << "its address has a quota of its own";
    for (const Json& result : report["results"])
        EXPECT_EQ(result["outcome"] == "rate_limited", result["attempt"] == 3) << result;
    // A token takes half an hour; some seconds of it may have gone by.
    EXPECT_GE(report["backoff"]["retry_after_s"], 1780);
    EXPECT_LE(report["backoff"]["retry_after_s"], 1800);
}

// Whom the site dislikes is then this client, not the pool.
TEST(WafClient, IsNotedWhereEveryAddressIsChallenged) {
    const TempDir dir;
    Json standings{{"127.0.0.1", "challenged"}};
    for (int i = 0; i < 20; ++i)
        standings[exit_of(i)] = "challenged";
    const Lab lab(lab_with_pool(20, scenario(dir, standings)));
    const Report report =
        probe({lab.url("/waf/status/200"), "--proxies", lab.file("proxies.txt"), "--direct"});
    EXPECT_EQ(report.text("/summary/outcomes"), R"({"challenged":20})");
    EXPECT_EQ(report.text("/dispatch/verdicts"), R"({"challenged":20})");
    EXPECT_EQ(report.text("/targets/0/control"), R"("challenged")");
    EXPECT_THAT(report.text("/diagnosis/notes"), ::testing::HasSubstr("client"));
    EXPECT_EQ(report.exit.code, 2);
}

}  // namespace
}  // namespace integration
