#include "outrider/classify/saved_response.hpp"

#include "classify/saved_head.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace outrider {
namespace {

struct Case {
    std::string bytes;
    std::optional<int> status;
    std::string body = {};
    std::optional<Header> header = {};
};

TEST(SavedHead, IsReadLeniently) {
    const Case cases[] = {
        {"HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody", 200, "body", Header{"A", "b"}},
        {"HTTP/2 403\nA : b\n\nbody", 403, "body", Header{"A", "b"}},
        {"HTTP/3 429 \n\n", 429},
        {"HTTP/1.0 204", 204},
        {"HTTP/1.1 503 x\nA: b", 503, "", Header{"A", "b"}},
        {"HTTP/1.1 200 OK\nA: b\n  c\n\n", 200, "", Header{"A", "b c"}},
        {"HTTP/1.1 200 OK\nno colon\nA: b\n\nx", 200, "x", Header{"A", "b"}},
        {"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 403 no\r\nA: b\r\n\r\nx", 403, "x", Header{"A", "b"}},
        {"HTTP/1.1 200 Connection established\r\n\r\nHTTP/2 429\r\n\r\nx", 429, "x"},
        {"HTTP/1.1 200 OK\n\nHTTP/1.1 is a protocol", 200, "HTTP/1.1 is a protocol"},
        {"HTTP/1.1 200 OK\nContent-Length: 2\n\nlonger", 200, "longer"},
        {"HTTP/1.1 200 OK\nContent-Length: 99\n\nshort", 200, "short"},
        {"HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n4\r\nbody\r\n0\r\n\r\n", 200, "body"},
        {"HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nnot chunked", 200, "not chunked"},
        {"", std::nullopt},
        {"<html>", std::nullopt},
        {"HTTP/1.1\n\n", std::nullopt},
        {"HTTP/1.1 20\n\n", std::nullopt},
        {"HTTP/1.1 2000\n\n", std::nullopt},
        {"HTTP/1.1 099\n\n", std::nullopt},
        {"SSH-2.0-x\r\n", std::nullopt},
    };
    for (const Case& each : cases) {
        const auto answer = read_saved(each.bytes, 1000);
        EXPECT_EQ(answer ? std::optional(answer->status) : std::nullopt, each.status) << each.bytes;
        if (!answer) continue;
        EXPECT_EQ(answer->body, each.body) << each.bytes;
        if (each.header) {
            ASSERT_FALSE(answer->headers.empty()) << each.bytes;
            EXPECT_EQ(answer->headers[0], *each.header) << each.bytes;
        }
    }
}

TEST(SavedHead, ReadsNoMoreThanTheCap) {
    const auto answer = read_saved("HTTP/1.1 200 OK\n\n12345", 3);
    EXPECT_EQ(answer->body, "123");
    EXPECT_TRUE(answer->truncated);
}

TEST(SavedResponse, IsHeldAgainstTheOptions) {
    SavedOptions options;
    options.request.expect_status = {{{200, 200}, {403, 403}}};
    options.request.expect_status_given = true;
    options.request.expect_body = "stock";
    const SavedClassifier classifier(options);
    const auto outcome = [&](std::string_view bytes) { return classifier.judge(bytes, WallTime{}).outcome; };
    EXPECT_EQ(outcome("HTTP/1.1 200 OK\n\nin stock"), Outcome::success);
    EXPECT_EQ(outcome("HTTP/1.1 200 OK\n\nsold out"), Outcome::unexpected);
    EXPECT_EQ(outcome("HTTP/1.1 403 x\n\nin stock"), Outcome::success);
    EXPECT_EQ(outcome("HTTP/1.1 302 x\nLocation: /\n\n"), Outcome::unexpected);
}

TEST(SavedResponse, OfAProxyIsAnErrorOfIts) {
    SavedOptions options;
    options.via_proxy = true;
    const ProbeResult result = SavedClassifier(options).judge("HTTP/1.1 407 x\n\n", WallTime{});
    EXPECT_EQ(result.error, Error::proxy_auth_required);
    EXPECT_EQ(result.blame, Blame::proxy);
}

TEST(SavedResponse, ThatIsNoneIsAnOutcomeToo) {
    const SavedClassifier classifier{SavedOptions()};
    EXPECT_EQ(classifier.judge("", WallTime{}).error, Error::connection_closed);
    EXPECT_EQ(classifier.judge("<html>", WallTime{}).error, Error::not_http);
}

TEST(SavedLine, HoldsTheKeysInTheirOrder) {
    const SavedClassifier classifier{SavedOptions()};
    const ProbeResult result = classifier.judge("HTTP/1.1 429 x\nRetry-After: 30\nCF-RAY: 1\n\n", WallTime{});
    EXPECT_EQ(saved_line("a \"b\"\xFF.http", result),
              "{\"file\":\"a "
              "\\\"b\\\"\xEF\xBF\xBD.http\",\"outcome\":\"rate_limited\",\"error\":null,\"status\":429,"
              "\"blame\":\"target\","
              "\"vendor\":null,\"edge\":\"cloudflare\",\"challenge_kind\":null,\"confidence\":\"likely\","
              "\"evidence\":\"header Retry-After: 30\",\"detail\":null,\"retry_after_s\":30}\n");
}

}  // namespace
}  // namespace outrider
