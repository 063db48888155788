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

// A server or proxy that was given them says what it read in them.
TEST(ScrubberFor, HidesTheLoginOfABasicHeader) {
    for (const char* name : {"Authorization", "Proxy-authorization"}) {
        for (const char* scheme : {"Basic ", "basic  "}) {
            const Plan plan = plan_of("http://h", "", {{name, scheme + std::string("dXNlcjpodW50ZXIycHc=")}});
            EXPECT_EQ(scrubbed(plan, "no user:hunter2pw, hunter2pw, dXNlcjpodW50ZXIycHc"),
                      "no user:***, ***, ***");
        }
        const Plan key = plan_of("http://h", "", {{name, "Basic aHVudGVyMnB3Og=="}});
        EXPECT_EQ(scrubbed(key, "no hunter2pw here"), "no *** here");
        const Plan odd = plan_of("http://h", "", {{name, "Basic !"}});
        EXPECT_EQ(scrubbed(odd, "no user"), "no user");
    }
}

TEST(ScrubberFor, HidesShortPasswordsWhereTheyAreWords) {
    EXPECT_EQ(scrubbed(plan_of("http://h", "http://user:abc@p:1"), "bad abc, abcd"), "bad ***, abcd");
    EXPECT_EQ(scrubbed(plan_of("http://user:abc@h", ""), "bad abc, abcd"), "bad ***, abcd");
    const Plan token = plan_of("http://h", "", {{"Authorization", "Bearer abc"}, {"Cookie", "a=de; b=fg"}});
    EXPECT_EQ(scrubbed(token, "bad abc, de"), "bad ***, de") << "of a cookie it says little";
}

TEST(ScrubberFor, HidesWhatTheEnvironmentGaveFromSixCharactersOn) {
    Plan plan = plan_of("http://h", "");
    plan.substituted = {"short", "longer"};
    EXPECT_EQ(scrubbed(plan, "short longer"), "short ***");
}

}  // namespace
}  // namespace outrider
