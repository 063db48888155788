#include "model/own_request.hpp"
#include "outrider/plan/plan.hpp"
#include "outrider/plan/proxy_line.hpp"
#include "outrider/plan/url.hpp"

#include <gtest/gtest.h>

#include <string>

namespace outrider {
namespace {

Plan plan_of(const std::string& url, const std::string& proxy, Headers headers = {}) {
    Plan plan;
    plan.targets.resize(1);
    plan.targets[0].url = *parse_target_url(url);
    own_request(plan.targets[0]).headers = std::move(headers);
    if (!proxy.empty()) plan.proxies = *parse_proxy_line(proxy, ProxyKind::http);
    return plan;
}

std::string scrubbed(const Plan& plan, const std::string& text) {
    Pair pair;
    if (!plan.proxies.empty()) pair.proxy = 0;
    return scrubber_for(plan, pair, hidden_scrubber(plan.substituted)).scrub(text);
}

TEST(ScrubberFor, HidesTheProxysPasswordOrItsKey) {
    const Plan with_password = plan_of("http://h", "http://user:p%40ss%23word@p:1");
    EXPECT_EQ(scrubbed(with_password, "user p@ss#word p%40ss%23word dXNlcjpwQHNzI3dvcmQ="),
              "user *** *** ***");
    const Plan with_key = plan_of("http://h", "http://apikey77@p:1");
    EXPECT_EQ(scrubbed(with_key, "no apikey77 here"), "no *** here");
    Pair direct;
    EXPECT_EQ(scrubber_for(with_key, direct, {}).scrub("apikey77"), "apikey77");
}

TEST(ScrubberFor, HidesTheTargetsSecrets) {
    const Plan plan = plan_of(
        "http://me:pass%20word@h/?q=plain&api_key=k%65y-1234", "",
        {{"Authorization", "Bearer tok-123456"}, {"cookie", "id=cookie-value; a=b"}, {"X-Note", "visible"}});
    EXPECT_EQ(scrubbed(plan, "pass word|key-1234|k%65y-1234|tok-123456|cookie-value|visible|plain|Bearer"),
              "***|***|***|***|***|visible|plain|Bearer");
}

TEST(ScrubberFor, HidesWhatTheEnvironmentGaveFromSixCharactersOn) {
    Plan plan = plan_of("http://h", "");
    plan.substituted = {"short", "longer"};
    EXPECT_EQ(scrubbed(plan, "short longer"), "short ***");
}

}  // namespace
}  // namespace outrider
