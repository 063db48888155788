#include "classify/shown_text.hpp"

#include "classify/judge.hpp"
#include "model/own_request.hpp"
#include "outrider/classify/saved_response.hpp"
#include "outrider/plan/proxy_line.hpp"
#include "outrider/plan/url.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace outrider {
namespace {

std::string all_text(const ProbeResult& result) {
    return result.evidence + "|" + result.detail + "|" + result.retry_after_raw + "|" + result.final_url;
}

TEST(ShownText, IsThereWhereAnyIs) {
    EXPECT_FALSE(shows_text({}));
    for (std::string ProbeResult::*text : {&ProbeResult::detail, &ProbeResult::evidence,
                                           &ProbeResult::retry_after_raw, &ProbeResult::final_url}) {
        ProbeResult result;
        result.*text = "x";
        EXPECT_TRUE(shows_text(result));
    }
}

TEST(ShownText, HasNoSecretWhoeverGaveIt) {
    Scrubber scrubber;
    scrubber.add("p&ss");
    ProbeResult result;
    for (std::string* text : {&result.detail, &result.evidence, &result.retry_after_raw, &result.final_url})
        *text = "p&amp;ss  http://u:pw@h/?token=abc";
    clean_text(result, scrubber);
    const std::string line = "*** http://***@h/?token=***";
    EXPECT_EQ(all_text(result), line + "|" + line + "|" + line + "|" + "***  http://***@h/?token=***");
}

using Sent = std::pair<int, Header>;
const Sent sent[] = {
    {302, {"Location", "https://u:SECRETPW@h.example/showcaptcha?session=SECRETTOK1"}},
    {403, {"X-Squid-Error", "ERR_ACCESS_DENIED http://u:SECRETPW@h/?auth_key=SECRETTOK1"}},
    {429, {"Retry-After", "7, https://u:SECRETPW@h/?token=SECRETTOK1"}},
    {429, {"X-RateLimit-Reset", "/?token=SECRETTOK1"}},
    {403, {"RateLimit", "https://u:SECRETPW@h/?token=SECRETTOK1"}},
    {503, {"Retry-After", "https://u:SECRETPW@h/"}},
};

// The same, whether a probe saw it or a file holds it.
TEST(ShownText, HasNoneThatTheOtherSideSent) {
    Plan plan;
    plan.targets.resize(1);
    plan.targets[0].url = *parse_target_url("http://h.example/");
    own_request(plan.targets[0]).max_redirects = 0;
    plan.proxies = *parse_proxy_line("h:1", ProxyKind::http);
    const Classifier of_probes(plan);
    SavedOptions options;
    options.via_proxy = true;
    const SavedClassifier of_files(options);
    for (const auto& [status, header] : sent) {
        Pair pair;
        pair.proxy = 0;
        const Observation seen = behind_http_proxy(answered(status, {header}));
        const std::string head =
            "HTTP/1.1 " + std::to_string(status) + " X\r\n" + header.name + ": " + header.value + "\r\n\r\n";
        for (const std::string& shown :
             {all_text(of_probes.judge(plan, pair, 1, seen)), all_text(of_files.judge(head, WallTime{}))}) {
            EXPECT_EQ(shown.find("SECRET"), std::string::npos) << shown;
            EXPECT_NE(shown.find("***"), std::string::npos) << header.name << ": " << shown;
        }
    }
}

}  // namespace
}  // namespace outrider
