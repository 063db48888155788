// What outrider makes of a server's bytes (contract, section 5 "Reading", field cases section 6).
#include "cases.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace integration {
namespace {

using namespace std::string_literals;

const std::string early = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
const std::string ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
const std::string chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

std::string times(int n, const std::string& text) {
    std::string result;
    for (int i = 0; i < n; ++i)
        result += text;
    return result;
}

struct Answer {
    const char* name;
    std::string bytes;
    const char* verdict;
    const char* status;  ///< as JSON
    std::vector<std::string> options = {};
};

/// The answer comes whole, then the server closes.
class Tolerance : public ::testing::TestWithParam<Answer> {};

TEST_P(Tolerance, Verdict) {
    const ScriptedServer server(answer(GetParam().bytes));
    std::vector<std::string> arguments{server.url()};
    arguments.insert(arguments.end(), GetParam().options.begin(), GetParam().options.end());
    const Report report = probe(arguments);
    EXPECT_EQ(report.verdict(), GetParam().verdict) << report.result();
    EXPECT_EQ(report.text("/results/0/status"), GetParam().status);
}

const Answer heads[] = {
    {"one_interim_head", early + ok, "success/-/-", "200"},
    {"five_interim_heads", times(5, early) + ok, "success/-/-", "200"},
    {"six_interim_heads", times(6, early) + ok, "network_error/malformed_response/target", "null"},
    {"switching_protocols", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
     "network_error/malformed_response/target", "null"},
    {"no_reason_and_no_space", "HTTP/1.1 200\r\n\r\n", "success/-/-", "200"},
    {"no_reason", "HTTP/1.1 429 \r\n\r\n", "rate_limited/-/target", "429"},
    {"lf_lines", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", "success/-/-", "200"},
    {"space_before_colon", "HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nok", "success/-/-", "200"},
    {"folded_line", "HTTP/1.1 200 OK\r\nX-Long: a\r\n b\r\nContent-Length: 2\r\n\r\nok", "success/-/-",
     "200"},
    {"http_1_0", "HTTP/1.0 200 OK\r\n\r\nok", "success/-/-", "200"},
    {"http_1_2", "HTTP/1.2 200 OK\r\nContent-Length: 2\r\n\r\nok", "success/-/-", "200"},
    {"http_2_0", "HTTP/2.0 200 OK\r\nContent-Length: 2\r\n\r\nok", "network_error/not_http/target", "null"},
    {"icy", "ICY 200 OK\r\n\r\nok", "network_error/not_http/target", "null"},
    {"ssh", "SSH-2.0-OpenSSH_9.2\r\n", "network_error/not_http/target", "null"},
    {"tls_alert", "\x15\x03\x01\x00\x02\x02\x0a"s, "network_error/not_http/target", "null"},
    {"large_head", "HTTP/1.1 200 OK\r\nX-Policy: " + std::string(12 * 1024, 'a') + "\r\n\r\n", "success/-/-",
     "200"},
    {"endless_head", "HTTP/1.1 200 OK\r\nX-Policy: " + std::string(80 * 1024, 'a') + "\r\n\r\n",
     "network_error/header_too_large/target", "null"},
    {"no_head", "", "network_error/connection_closed/target", "null"},
    {"half_a_head", "HTTP/1.1 200 OK\r\nContent-Le", "network_error/connection_closed/target", "null"},
};
INSTANTIATE_TEST_SUITE_P(Heads, Tolerance, ::testing::ValuesIn(heads), CaseName());

const Answer bodies[] = {
    {"equal_lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok", "success/-/-",
     "200"},
    {"differing_lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok",
     "network_error/malformed_response/target", "200"},
    {"length_is_no_number", "HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\nok",
     "network_error/malformed_response/target", "200"},
    {"length_beyond_int64", "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775808\r\n\r\nok",
     "network_error/malformed_response/target", "200"},
    {"chunks_beat_length",
     "HTTP/1.1 200 OK\r\nContent-Length: 999\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
     "success/-/-", "200"},
    {"trailer", chunked + "2\r\nok\r\n0\r\nX-Foo: bar\r\n\r\n", "success/-/-", "200"},
    {"crlf_within_a_chunk",
     chunked + "4\r\na\r\nb\r\n0\r\n\r\n",
     "success/-/-",
     "200",
     {"--expect-body", "^a\\r\\nb$"}},
    {"cut_in_the_trailer", chunked + "4\r\ntrun\r\n0\r\n", "network_error/body_incomplete/target", "200"},
    {"cut_in_a_chunk", chunked + "8\r\ntrun", "network_error/body_incomplete/target", "200"},
    {"broken_chunks", chunked + "zz\r\nok\r\n", "network_error/malformed_response/target", "200"},
    {"cut_short", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfew", "network_error/body_incomplete/target",
     "200"},
    {"cut_short_before_what_is_expected",
     "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfew",
     "network_error/body_incomplete/target",
     "200",
     {"--expect-body", "more"}},
    {"ends_by_closing",
     "HTTP/1.1 200 OK\r\n\r\nas long as it lasts",
     "success/-/-",
     "200",
     {"--expect-body", "lasts$"}},
    {"not_as_expected", ok, "unexpected/-/target", "200", {"--expect-body", "no such thing"}},
};
INSTANTIATE_TEST_SUITE_P(Bodies, Tolerance, ::testing::ValuesIn(bodies), CaseName());

// A head that was received counts, whatever becomes of its body.
const Answer broken_refusals[] = {
    {"throttled", "HTTP/1.1 429 X\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "rate_limited/-/target",
     "429"},
    {"forbidden", "HTTP/1.1 403 X\r\nContent-Length: 10\r\n\r\nno", "banned/-/target", "403"},
    {"server_fault", "HTTP/1.1 500 X\r\nContent-Length: 10\r\n\r\nno", "server_error/-/target", "500"},
    {"differing_lengths", "HTTP/1.1 429 X\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nno",
     "rate_limited/-/target", "429"},
};
INSTANTIATE_TEST_SUITE_P(BrokenRefusals, Tolerance, ::testing::ValuesIn(broken_refusals), CaseName());

const Answer statuses[] = {
    {"moved_without_following",
     response(302, "Location: /\r\n"),
     "unexpected/-/target",
     "302",
     {"--max-redirects", "0"}},
    {"not_modified", "HTTP/1.1 304 X\r\n\r\n", "unexpected/-/target", "304"},
    {"unauthorized", response(401), "client_error/-/target", "401"},
    {"not_found", response(404), "client_error/-/target", "404"},
    {"forbidden", response(403), "banned/-/target", "403"},
    {"unavailable", response(503, "Retry-After: 3\r\n"), "server_error/-/target", "503"},
    {"outside_what_is_expected", response(204), "unexpected/-/target", "204", {"--expect-status", "200"}},
    {"expected_not_found", response(404), "success/-/-", "404", {"--expect-status", "200,404"}},
    {"expected_throttling", response(429), "success/-/-", "429", {"--expect-status", "429"}},
    {"expected_ban", response(403), "success/-/-", "403", {"--expect-status", "400-499"}},
};
INSTANTIATE_TEST_SUITE_P(Statuses, Tolerance, ::testing::ValuesIn(statuses), CaseName());

/// The server keeps the connection open: only the message itself says where it ends.
Report probe_held(const std::string& bytes, std::vector<std::string> options = {}) {
    const ScriptedServer server([&](Peer& peer) {
        peer.read_head();
        peer.send(bytes);
        peer.hold();
    });
    options.insert(options.begin(), server.url());
    return probe(options);
}

TEST(MessageEnds, AtTheHeadOfA204) {
    const Report report = probe_held("HTTP/1.1 204 No Content\r\nContent-Length: 20\r\n\r\n");
    EXPECT_EQ(report.verdict(), "success/-/-");
    EXPECT_TRUE(report.result()["phases_ms"]["body"].is_null());
}

TEST(MessageEnds, AtTheHeadOfAnAnswerToHead) {
    const Report report = probe_held("HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n", {"-X", "HEAD"});
    EXPECT_EQ(report.verdict(), "success/-/-");
    EXPECT_EQ(report.result()["bytes"], 0);
}

TEST(MessageEnds, AtItsLengthOrLastChunk) {
    EXPECT_EQ(probe_held(ok).verdict(), "success/-/-");
    const Report report = probe_held(chunked + "2\r\nok\r\n0\r\n\r\n");
    EXPECT_EQ(report.verdict(), "success/-/-");
    EXPECT_EQ(report.result()["bytes"], 2);
}

TEST(MaxBody, IsReadAndNoMore) {
    const ScriptedServer endless([](Peer& peer) {
        peer.read_head();
        peer.send("HTTP/1.1 200 OK\r\n\r\n");
        peer.send(std::string(8 << 20, 'x'));
        peer.hold();
    });
    const Report report = probe({endless.url(), "--max-body", "64KiB"});
    EXPECT_EQ(report.verdict(), "success/-/-");
    EXPECT_EQ(report.result()["bytes"], 65536);
    EXPECT_EQ(report.result()["truncated"], true);
}

TEST(MaxBody, IsEnoughOnceItIsReached) {
    for (const std::string& head :
         {chunked + "4\r\n", "HTTP/1.1 200 OK\r\n\r\n"s, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"s}) {
        const Report just = probe_held(head + "body", {"--max-body", "4"});
        EXPECT_EQ(just.verdict(), "success/-/-") << head << just.result();
        EXPECT_EQ(just.result()["bytes"], 4);
        EXPECT_EQ(just.result()["truncated"], head.find("Length") == std::string::npos) << head;
        const Report none = probe_held(head, {"--max-body", "0"});
        EXPECT_EQ(none.verdict(), "success/-/-") << head << none.result();
        EXPECT_EQ(none.result()["truncated"], true);
    }
}

TEST(MaxBody, HoldsForWhatIsDecodedToo) {
    const std::string zeros(4 << 20, '\0');
    ProcessOptions input;
    input.input = zeros;
    const std::string packed = run({"gzip", "-c"}, input).out;
    ASSERT_GT(packed.size(), 100U);
    const ScriptedServer bomb(answer(response(200, "Content-Encoding: gzip\r\n", packed)));
    EXPECT_EQ(probe({bomb.url(), "--expect-body", "^\\x00+$"}).verdict(), "success/-/-");
}

TEST(Reset, BeforeAHeadIsItsOwnWord) {
    const ScriptedServer server([](Peer& peer) {
        peer.read_head();
        peer.reset();
    });
    EXPECT_EQ(probe({server.url()}).verdict(), "network_error/connection_reset/target");
}

TEST(Reset, AfterAWholeAnswerDoesNotUndoIt) {
    const ScriptedServer server([](Peer& peer) {
        peer.send("HTTP/1.1 429 X\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n");
        peer.read_head();
        peer.reset();
    });
    const Report report = probe({server.url()});
    EXPECT_EQ(report.verdict(), "rate_limited/-/target") << report.result();
    EXPECT_EQ(report.result()["retry_after_s"], 7);
}

TEST(Text, FromTheNetworkStaysOneLineOfUtf8) {
    const ScriptedServer server(
        answer("HTTP/1.1 500 OK\rHEALTHY\x1b[31m\r\nServer: caf\xe9\r\n\r\nbody \xc3"));
    const Report report = probe({server.url(), "-v"});
    EXPECT_EQ(report.exit.code, 2);
    EXPECT_THAT(report.exit.err, ::testing::Not(::testing::HasSubstr("\x1b[31m")));
    EXPECT_THAT(report.exit.out, ::testing::Not(::testing::HasSubstr("\xe9")));
}

}  // namespace
}  // namespace integration
