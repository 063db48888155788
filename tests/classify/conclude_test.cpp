#include "judge.hpp"
#include "model/own_request.hpp"
#include "outrider/model/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace outrider {
namespace {

using enum Outcome;

// What is outcome and error of one answer, in a table.
struct Judged {
    Outcome outcome;
    std::optional<Error> error = std::nullopt;

    bool operator==(const Judged&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Judged& judged) {
    return out << to_string(judged.outcome) << ' ' << (judged.error ? to_string(*judged.error) : "-");
}
Judged judged(const ProbeResult& result) {
    return {result.outcome, result.error};
}

TEST(ConcludeStatus, DecidesByTheOrderOfTheTable) {
    const std::pair<int, Outcome> cases[] = {
        {200, success},      {204, success},      {299, success},      {301, unexpected},
        {304, unexpected},   {400, client_error}, {401, client_error}, {403, banned},
        {404, client_error}, {407, client_error}, {429, rate_limited}, {451, client_error},
        {499, client_error}, {500, server_error}, {503, server_error}, {599, server_error},
        {600, unexpected},   {799, unexpected},
    };
    for (const auto& [status, outcome] : cases) {
        const ProbeResult result = conclude_direct(answered(status));
        EXPECT_EQ(judged(result), (Judged{outcome})) << status;
        EXPECT_EQ(result.status, status);
        EXPECT_EQ(result.blame, outcome == success ? std::nullopt : std::optional(Blame::target)) << status;
    }
}

TEST(ConcludeStatus, SaysThatTheStatusAloneIsWeakEvidence) {
    const ProbeResult banned_result = conclude_direct(answered(403));
    EXPECT_EQ(banned_result.confidence, Confidence::possible);
    EXPECT_EQ(banned_result.evidence, "status 403");
    EXPECT_EQ(conclude_direct(answered(429)).confidence, Confidence::possible);
    EXPECT_EQ(conclude_direct(answered(404)).confidence, std::nullopt);
}

TEST(ConcludeStatus, AForbiddenThatAsksToWaitIsALimit) {
    EXPECT_EQ(conclude_direct(answered(403, {{"Retry-After", "60"}})).outcome, rate_limited);
    EXPECT_EQ(conclude_direct(answered(403, {{"Retry-After", "0.2"}})).outcome, rate_limited);
    EXPECT_EQ(conclude_direct(answered(403, {{"Retry-After", "0"}})).outcome, banned);
    EXPECT_EQ(conclude_direct(answered(403, {{"Retry-After", "soon"}})).outcome, banned);
    EXPECT_EQ(conclude_direct(answered(503, {{"Retry-After", "60"}})).outcome, server_error);
}

TEST(ConcludeExpectation, AStatusThatTheUserNamesIsNoBlockByItself) {
    ProbeTarget target;
    own_request(target).expect_status = {{{200, 299}, {403, 404}, {429, 429}, {503, 503}}};
    own_request(target).expect_status_given = true;
    for (const int status : {200, 403, 404, 429, 503}) {
        EXPECT_EQ(conclude_direct(answered(status), target).outcome, success) << status;
    }
    EXPECT_EQ(conclude_direct(answered(500), target).outcome, server_error);
    EXPECT_EQ(conclude_direct(answered(410), target).outcome, client_error);
    EXPECT_EQ(conclude_direct(answered(403, {{"Retry-After", "9"}}), target).outcome, rate_limited);
}

TEST(ConcludeExpectation, ADefaultNamesNothing) {
    ProbeTarget target;
    own_request(target).expect_status = {{{200, 499}}};
    own_request(target).expect_status_given = false;
    EXPECT_EQ(conclude_direct(answered(403), target).outcome, banned);
}

TEST(ConcludeExpectation, AStatusOutsideIsUnexpected) {
    ProbeTarget target;
    own_request(target).expect_status = {{{204, 204}}};
    own_request(target).expect_status_given = true;
    const ProbeResult result = conclude_direct(answered(200), target);
    EXPECT_EQ(result.outcome, unexpected);
    EXPECT_EQ(result.detail, "status 200 is not expected");
    EXPECT_EQ(conclude_direct(answered(302), target).outcome, unexpected);
}

TEST(ConcludeExpectation, ABodyThatDoesNotMatchIsUnexpected) {
    const ProbeTarget target;
    const BodyPattern pattern("in stock");
    const Question asked{.target = target, .matcher = built_in_matcher(), .expect_body = &pattern};
    EXPECT_EQ(conclude(answered(200, {}, "12 in stock"), asked).outcome, success);
    const ProbeResult result = conclude(answered(200, {}, "sold out"), asked);
    EXPECT_EQ(result.outcome, unexpected);
    EXPECT_EQ(result.detail, "expect-body not found in the 8 bytes of the body");
    EXPECT_EQ(conclude(answered(404, {}, "12 in stock"), asked).outcome, client_error);

    Observation long_body = answered(200, {}, "sold out");
    long_body.answer->truncated = true;
    EXPECT_EQ(conclude(long_body, asked).detail, "expect-body not found in the first 8 bytes of the body");
}

TEST(ConcludeError, EveryErrorHasItsOutcomeAndBlame) {
    for (std::size_t i = 0; i < error_count; ++i) {
        const Error error = static_cast<Error>(i);
        const ProbeResult direct = conclude_direct(failed(error, "why"));
        EXPECT_EQ(judged(direct), (Judged{outcome_of(error), error}));
        EXPECT_EQ(direct.status, std::nullopt);
        EXPECT_EQ(direct.detail, "why");
        switch (outcome_of(error)) {
            case abandoned:
                EXPECT_EQ(direct.blame, std::nullopt);
                break;
            case local_error:
                EXPECT_EQ(direct.blame, Blame::local);
                break;
            case network_error:
                EXPECT_EQ(direct.blame, Blame::target) << to_string(error);
                break;
            default:
                EXPECT_EQ(direct.blame,
                          error == Error::proxy_bad_gateway ? std::nullopt : std::optional(Blame::proxy));
        }
    }
}

TEST(ConcludeError, BehindAProxyABrokenConnectionBlamesNobodyYet) {
    EXPECT_EQ(conclude_proxied(failed(Error::connect_refused)).blame, std::nullopt);
    EXPECT_EQ(conclude_proxied(failed(Error::read_timeout)).blame, std::nullopt);
    EXPECT_EQ(conclude_proxied(failed(Error::proxy_closed)).blame, Blame::proxy);
    EXPECT_EQ(conclude_proxied(failed(Error::local_resources)).blame, Blame::local);
    EXPECT_EQ(conclude_proxied(answered(500)).blame, Blame::target);
}

TEST(ConcludeError, ANameThatWasLookedUpHereIsTheTargets) {
    for (const Error error : {Error::dns_failure, Error::dns_unavailable, Error::dns_timeout}) {
        EXPECT_EQ(conclude_proxied(failed(error)).blame, Blame::target) << to_string(error);
    }
}

Observation broken_body(int status, Error error) {
    Observation seen = answered(status, {}, "half");
    seen.error = error;
    seen.error_detail = "read-timeout 5s";
    return seen;
}

TEST(ConcludeHead, ThatWasReceivedCounts) {
    for (const Error error : {Error::body_timeout, Error::body_incomplete, Error::malformed_response}) {
        for (const auto& [status, outcome] : {std::pair{429, rate_limited},
                                              {403, banned},
                                              {500, server_error},
                                              {404, client_error},
                                              {304, unexpected}}) {
            const ProbeResult result = conclude_direct(broken_body(status, error));
            EXPECT_EQ(judged(result), (Judged{outcome})) << status << to_string(error);
            EXPECT_THAT(result.detail, testing::HasSubstr("read-timeout 5s"));
        }
        const ProbeResult result = conclude_direct(broken_body(200, error));
        EXPECT_EQ(judged(result), (Judged{network_error, error}));
        EXPECT_EQ(result.status, 200);
    }
}

TEST(ConcludeHead, ABodyThatBrokeOffMayStillHaveHeldWhatIsExpected) {
    const ProbeTarget target;
    const BodyPattern pattern("whole");
    const Question asked{.target = target, .matcher = built_in_matcher(), .expect_body = &pattern};
    EXPECT_EQ(judged(conclude(broken_body(200, Error::body_timeout), asked)),
              (Judged{network_error, Error::body_timeout}));
}

TEST(ConcludeHead, ARedirectIsNotWhatAFaultAfterItIsAbout) {
    const ProbeResult refused = conclude_direct(broken_body(302, Error::connect_refused));
    EXPECT_EQ(judged(refused), (Judged{network_error, Error::connect_refused}));
    EXPECT_EQ(refused.status, 302);
    const ProbeResult malformed = conclude_direct(broken_body(307, Error::malformed_response));
    EXPECT_EQ(judged(malformed), (Judged{network_error, Error::malformed_response}));

    ProbeTarget stays;
    own_request(stays).max_redirects = 0;
    EXPECT_EQ(conclude_direct(broken_body(307, Error::malformed_response), stays).outcome, unexpected);
}

TEST(ConcludeHead, AChallengeMayComeAsARedirectThatLeadsNowhere) {
    Observation seen =
        answered(307, {{"Content-Type", "text/html"}}, "<script>sucuri_cloudproxy_js='';</script>");
    seen.error = Error::redirect_invalid;
    EXPECT_EQ(judged(conclude_direct(seen)), (Judged{challenged}));
    seen.answer->body = "<p>moved</p>";
    EXPECT_EQ(judged(conclude_direct(seen)), (Judged{network_error, Error::redirect_invalid}));
}

TEST(ConcludeCutOff, OnlyWhatSaysNoSurvivesASignal) {
    const auto cut_off = [](Observation seen) {
        seen.cut_off = true;
        return conclude_direct(seen);
    };
    EXPECT_EQ(judged(cut_off({})), (Judged{abandoned, Error::cut_off}));
    EXPECT_EQ(judged(cut_off(answered(200))), (Judged{abandoned, Error::cut_off}));
    EXPECT_EQ(judged(cut_off(answered(302))), (Judged{abandoned, Error::cut_off}));
    EXPECT_EQ(judged(cut_off(answered(429))), (Judged{rate_limited}));
    EXPECT_EQ(judged(cut_off(answered(403))), (Judged{banned}));
    EXPECT_EQ(judged(cut_off(answered(500))), (Judged{server_error}));
    EXPECT_EQ(cut_off(answered(200)).blame, std::nullopt);
}

TEST(ConcludeWait, IsTakenOnlyFromThoseThatMayAskForIt) {
    const Headers wait{{"Retry-After", "30"}};
    for (const int status : {429, 403, 503}) {
        const ProbeResult result = conclude_direct(answered(status, wait));
        EXPECT_EQ(result.retry_after_s, 30u) << status;
        EXPECT_EQ(result.retry_after_raw, "30") << status;
    }
    for (const int status : {200, 301, 404, 500, 502}) {
        const ProbeResult result = conclude_direct(answered(status, wait));
        EXPECT_EQ(result.retry_after_s, std::nullopt) << status;
        EXPECT_EQ(result.retry_after_raw, "") << status;
    }
}

TEST(ConcludeWait, NamesWhatItIgnoresAndKeepsTheText) {
    const ProbeResult result = conclude_direct(answered(429, {{"Retry-After", "soon"}}));
    EXPECT_EQ(result.outcome, rate_limited);
    EXPECT_EQ(result.retry_after_s, std::nullopt);
    EXPECT_EQ(result.retry_after_raw, "soon");
    EXPECT_THAT(result.detail, testing::HasSubstr("soon"));
}

TEST(ConcludeWait, WhatDoesNotParseIsSaidOfAnyRefusal) {
    for (const int status : {400, 403, 404, 429, 503}) {
        EXPECT_THAT(conclude_direct(answered(status, {{"Retry-After", "soon"}})).detail,
                    testing::HasSubstr("not readable: Retry-After: soon"))
            << status;
    }
    const Headers both{{"Retry-After", "soon"}, {"RateLimit", "\"a\";r=0;t=5, \"b\";r=none"}};
    const ProbeResult result = conclude_direct(answered(429, both));
    EXPECT_EQ(result.retry_after_s, 5u);
    EXPECT_EQ(result.detail, "not readable: Retry-After: soon, RateLimit: \"a\";r=0;t=5, \"b\";r=none");
    EXPECT_EQ(conclude_direct(answered(200, both)).detail, "");
}

TEST(ConcludeQuota, ASpentOneMakesALimitOfAnyStatusFrom400) {
    const Headers spent{{"X-RateLimit-Remaining", "0"}, {"X-RateLimit-Reset", "30"}};
    for (const int status : {400, 403, 404, 429, 503}) {
        const ProbeResult result = conclude_direct(answered(status, spent));
        EXPECT_EQ(result.outcome, rate_limited) << status;
        EXPECT_EQ(result.retry_after_s, 30u) << status;
        EXPECT_EQ(result.retry_after_raw, "30");
        EXPECT_EQ(result.evidence, "header X-RateLimit-Remaining: 0");
        EXPECT_EQ(result.confidence, Confidence::confirmed);
    }
    EXPECT_EQ(conclude_direct(answered(200, spent)).outcome, success);
    EXPECT_EQ(conclude_direct(answered(200, spent)).retry_after_s, std::nullopt);
    EXPECT_EQ(conclude_direct(answered(302, spent)).outcome, unexpected);
    const Headers left{{"X-RateLimit-Remaining", "3"}, {"X-RateLimit-Reset", "30"}};
    EXPECT_EQ(conclude_direct(answered(403, left)).outcome, banned);
    EXPECT_EQ(conclude_direct(answered(503, left)).outcome, server_error);
}

TEST(ConcludeQuota, RetryAfterWinsOverItsReset) {
    const Headers both{{"X-RateLimit-Remaining", "0"}, {"X-RateLimit-Reset", "30"}, {"Retry-After", "7"}};
    EXPECT_EQ(conclude_direct(answered(429, both)).retry_after_s, 7u);
    const Headers garbage{
        {"X-RateLimit-Remaining", "0"}, {"X-RateLimit-Reset", "30"}, {"Retry-After", "soon"}};
    EXPECT_EQ(conclude_direct(answered(429, garbage)).retry_after_s, 30u);
}

TEST(ConcludeQuota, IsToldOfEveryAnswer) {
    const ProbeResult result = conclude_direct(answered(200, {{"RateLimit-Policy", "\"a\";q=100;w=60"}}));
    ASSERT_TRUE(result.quota);
    EXPECT_EQ(result.quota->requests, 100u);
    EXPECT_EQ(result.quota->window_s, 60u);
}

TEST(ConcludeBlock, AVendorIsNamedOnceAsVendorOrAsEdge) {
    const Headers headers{{"CF-RAY", "1"}, {"Content-Type", "text/plain"}};
    const ProbeResult blocked = conclude_direct(answered(403, headers, "error code: 1020"));
    EXPECT_EQ(blocked.outcome, banned);
    EXPECT_EQ(blocked.vendor, "cloudflare");
    EXPECT_EQ(blocked.edge, "");
    const ProbeResult relayed = conclude_direct(answered(403, headers, "no"));
    EXPECT_EQ(relayed.vendor, "");
    EXPECT_EQ(relayed.edge, "cloudflare");
    EXPECT_EQ(relayed.confidence, Confidence::possible);
}

TEST(ConcludeBlock, ASignatureIsMoreThanTheStatusThatWasExpected) {
    ProbeTarget target;
    own_request(target).expect_status = {{{403, 403}}};
    own_request(target).expect_status_given = true;
    const Headers headers{{"Content-Type", "text/plain"}};
    EXPECT_EQ(conclude_direct(answered(403, headers, "error code: 1020"), target).outcome, banned);
    EXPECT_EQ(conclude_direct(answered(403, {{"Server", "awselb/2.0"}}), target).outcome, success);
    EXPECT_EQ(conclude_direct(answered(403, {{"cf-mitigated", "challenge"}}), target).outcome, challenged);
}

TEST(ConcludeProxyPage, AnAuthenticationThatTheProxyAsksFor) {
    EXPECT_EQ(judged(conclude_proxied(behind_http_proxy(answered(407)))),
              (Judged{proxy_error, Error::proxy_auth_required}));
    EXPECT_EQ(judged(conclude_proxied(behind_http_proxy(answered(407)), true)),
              (Judged{proxy_error, Error::proxy_auth_failed}));
    const Headers squids{{"X-Squid-Error", "ERR_CACHE_ACCESS_DENIED 0"}};
    EXPECT_EQ(judged(conclude_proxied(behind_http_proxy(answered(401, squids)))),
              (Judged{proxy_error, Error::proxy_auth_required}));
    EXPECT_EQ(conclude_proxied(behind_http_proxy(answered(401))).outcome, client_error);
}

TEST(ConcludeProxyPage, SaysThatTheTargetWasNotReached) {
    for (const int status : {502, 503, 504}) {
        const ProbeResult result = conclude_proxied(
            behind_http_proxy(answered(status, {{"Proxy-Status", "lab; error=connection_refused"}})));
        EXPECT_EQ(judged(result), (Judged{proxy_error, Error::proxy_bad_gateway}));
        EXPECT_EQ(result.blame, std::nullopt);
        EXPECT_EQ(result.status, std::nullopt);
    }
    const ProbeResult squid =
        conclude_proxied(behind_http_proxy(answered(503, {{"X-Squid-Error", "ERR_CONNECT_FAIL 111"}})));
    EXPECT_EQ(judged(squid), (Judged{proxy_error, Error::proxy_bad_gateway}));
    EXPECT_EQ(squid.detail, "proxy answered 503 (X-Squid-Error: ERR_CONNECT_FAIL 111)");
    EXPECT_EQ(squid.vendor, "squid");
}

TEST(ConcludeProxyPage, IsNoAnswerOfTheTargetWhateverItsStatus) {
    const std::pair<int, Header> cases[] = {
        {403, {"X-Squid-Error", "ERR_ACCESS_DENIED 0"}},
        {429, {"X-Error-Description", "too many sessions"}},
        {200, {"x-brd-error-code", "bucket_rate_limit"}},
        {500, {"Server", "tinyproxy/1.11.1"}},
        {402, {"Proxy-Status", "gw; error=proxy_configuration_error;details=\"x\""}},
    };
    for (const auto& [status, header] : cases) {
        const ProbeResult result = conclude_proxied(behind_http_proxy(answered(status, {header})));
        EXPECT_EQ(judged(result), (Judged{proxy_error, Error::proxy_error_page})) << header.name;
        EXPECT_EQ(result.blame, Blame::proxy);
        EXPECT_EQ(result.status, std::nullopt);
        EXPECT_EQ(conclude_direct(answered(status, {header})).error, std::nullopt) << header.name;
    }
}

TEST(ConcludeProxyPage, IsNotWhatAProxyMerelyRelays) {
    const Headers relayed{
        {"Via", "1.1 px1 (squid/5.7)"}, {"X-Cache", "MISS from px1"}, {"Proxy-Status", "px1"}};
    EXPECT_EQ(conclude_proxied(behind_http_proxy(answered(403, relayed))).outcome, banned);
    EXPECT_EQ(conclude_proxied(behind_http_proxy(answered(503, relayed))).outcome, server_error);
    EXPECT_EQ(conclude_proxied(behind_http_proxy(answered(200, relayed))).outcome, success);
}

TEST(ConcludeProxyPage, MayAskToWait) {
    const Headers headers{{"X-Error-Description", "too many sessions"}, {"Retry-After", "9"}};
    EXPECT_EQ(conclude_proxied(behind_http_proxy(answered(429, headers))).retry_after_s, 9u);
    EXPECT_EQ(conclude_proxied(behind_http_proxy(answered(503, headers))).retry_after_s, 9u);
    EXPECT_EQ(conclude_proxied(behind_http_proxy(answered(500, headers))).retry_after_s, std::nullopt);

    Observation refused = failed(Error::proxy_bad_gateway, "CONNECT answered 503");
    refused.connect_answer = std::make_shared<Answer>(*answered(503, {{"Retry-After", "11"}}).answer);
    EXPECT_EQ(conclude_proxied(refused).retry_after_s, 11u);
}

// Of its page in absolute form and of its answer to CONNECT alike.
ProbeResult conclude_own(int status, Headers headers, bool tunnel) {
    headers.push_back({"X-Error-Description", "too many sessions"});
    Observation seen = behind_http_proxy(answered(status, headers));
    if (tunnel) {
        seen = failed(Error::proxy_refused, "CONNECT answered " + std::to_string(status));
        seen.connect_answer = std::make_shared<Answer>(*answered(status, headers).answer);
    }
    return conclude_proxied(seen);
}

TEST(ConcludeProxyPage, AsksToWaitByItsQuotaToo) {
    const Headers spent{{"X-RateLimit-Remaining", "0"}, {"X-RateLimit-Reset", "40"}};
    Headers both = spent;
    both.push_back({"Retry-After", "7"});
    const Headers left{{"X-RateLimit-Remaining", "3"}, {"X-RateLimit-Reset", "40"}};
    for (const bool tunnel : {false, true}) {
        for (const int status : {429, 503}) {
            EXPECT_EQ(conclude_own(status, spent, tunnel).retry_after_s, 40u) << status << tunnel;
            EXPECT_EQ(conclude_own(status, spent, tunnel).retry_after_raw, "40");
            EXPECT_EQ(conclude_own(status, both, tunnel).retry_after_s, 7u);
            EXPECT_EQ(conclude_own(status, left, tunnel).retry_after_s, std::nullopt);
        }
        EXPECT_EQ(conclude_own(502, both, tunnel).retry_after_s, std::nullopt);
        const ProbeResult quota = conclude_own(429, {{"RateLimit-Policy", "\"a\";q=1;w=60"}}, tunnel);
        EXPECT_FALSE(quota.quota) << "it is no quota of the site";
    }
}

TEST(ConcludeProxyPage, SaysWhatDoesNotParse) {
    const Headers headers{{"Retry-After", "soon"}, {"X-RateLimit-Remaining", "none"}};
    const std::string text = "not readable: Retry-After: soon, X-RateLimit-Remaining: none";
    EXPECT_EQ(conclude_own(429, headers, false).detail,
              "proxy answered 429 (X-Error-Description: too many sessions); " + text);
    EXPECT_EQ(conclude_own(403, headers, true).detail, text + "; CONNECT answered 403");
    const Headers long_one{{"Retry-After", std::string(1000, 'x')}};
    EXPECT_THAT(one_line(conclude_own(429, long_one, true).detail),
                testing::EndsWith("CONNECT answered 429"));
}

TEST(ConcludeProxyPage, InAnswerToConnectTellsWhoseItIs) {
    Observation refused = failed(Error::proxy_refused, "CONNECT answered 403");
    refused.connect_answer =
        std::make_shared<Answer>(*answered(403, {{"X-Squid-Error", "ERR_ACCESS_DENIED 0"}}).answer);
    const ProbeResult result = conclude_proxied(refused);
    EXPECT_EQ(judged(result), (Judged{proxy_error, Error::proxy_refused}));
    EXPECT_EQ(result.vendor, "squid");
    EXPECT_EQ(result.confidence, Confidence::confirmed);
    EXPECT_EQ(result.evidence, "header X-Squid-Error: ERR_ACCESS_DENIED 0");
    refused.connect_answer = std::make_shared<Answer>(*answered(403, {{"Server", "nginx"}}).answer);
    EXPECT_EQ(conclude_proxied(refused).vendor, "");
    EXPECT_EQ(conclude_proxied(refused).confidence, std::nullopt);
}

}  // namespace
}  // namespace outrider
