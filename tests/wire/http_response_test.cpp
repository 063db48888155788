#include "outrider/wire/http_response.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace outrider {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;
using State = ResponseReader::State;

constexpr std::uint64_t large = 1024 * 1024;

/// All that a reader says in the end.
struct Reading {
    State state = State::head;
    std::optional<Error> error;
    std::string detail;
    int status = 0;  ///< of a whole head
    Headers headers;
    std::string body;
    bool truncated = false;
    bool has_body = false;
    std::uint64_t bytes = 0;
    std::size_t used = 0;

    bool operator==(const Reading&) const = default;
};

void PrintTo(const Reading& read, std::ostream* out) {
    *out << (read.error ? to_string(*read.error) : "no error") << ", detail " << read.detail << ", status "
         << read.status << ", body " << testing::PrintToString(read.body) << ", used " << read.used;
}

struct Circumstances {
    AnswerTo to = AnswerTo::request;
    std::uint64_t max_body = large;
    std::optional<StreamEnd> end = std::nullopt;
};

Reading read_in_pieces(std::string_view bytes, std::size_t piece, const Circumstances& setup) {
    ResponseReader reader(setup.to, setup.max_body);
    std::size_t used = 0;
    while (used < bytes.size() && !reader.finished()) {
        used += reader.feed(bytes.substr(used, piece));
    }
    if (setup.end) reader.end(*setup.end);
    Reading read;
    read.state = reader.state();
    if (read.state == State::failed) {
        read.error = reader.error();
        read.detail = reader.detail();
    }
    if (reader.has_head()) {
        read.status = reader.answer().status;
        read.headers = reader.answer().headers;
        read.has_body = reader.has_body();
    }
    read.body = reader.answer().body;
    read.truncated = reader.answer().truncated;
    read.bytes = reader.body_bytes();
    read.used = read.truncated ? 0 : used;  // what comes after a cut is nobody's
    return read;
}

Reading read(std::string_view bytes, const Circumstances& setup = {}) {
    const Reading whole = read_in_pieces(bytes, std::string::npos, setup);
    for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, std::size_t{1000}}) {
        const Reading pieces = read_in_pieces(bytes, piece, setup);
        EXPECT_EQ(pieces.error, whole.error) << "in pieces of " << piece;
        // Where it is the first bytes that are wrong, no more of them need to have come; and the end of a
        // chunked body that just fits is not waited for.
        const bool just_fits = pieces.truncated && pieces.bytes == setup.max_body && !whole.truncated;
        const bool comparable = whole.error != Error::not_http && !just_fits;
        EXPECT_TRUE(!comparable || pieces == whole)
            << "in pieces of " << piece << ": " << testing::PrintToString(pieces);
    }
    return whole;
}

void expect_answer(std::string_view bytes, int status, std::string_view body,
                   const Circumstances& setup = {}) {
    const Reading answer = read(bytes, setup);
    EXPECT_EQ(answer.state, State::done) << bytes << ": " << answer.detail;
    EXPECT_EQ(answer.status, status) << bytes;
    EXPECT_EQ(answer.body, body) << bytes;
    EXPECT_EQ(answer.bytes, body.size()) << bytes;
    EXPECT_FALSE(answer.truncated) << bytes;
}

void expect_error(std::string_view bytes, Error error, std::string_view detail,
                  const Circumstances& setup = {}) {
    const Reading answer = read(bytes, setup);
    EXPECT_EQ(answer.error, error) << bytes.substr(0, 100);
    EXPECT_EQ(answer.detail, detail) << bytes.substr(0, 100);
}

const Circumstances then_closed{AnswerTo::request, large, StreamEnd::closed};
const Circumstances then_truncated{AnswerTo::request, large, StreamEnd::truncated};
const Circumstances then_reset{AnswerTo::request, large, StreamEnd::reset};

TEST(ResponseReader, ReadsAPlainAnswer) {
    const Reading answer =
        read("HTTP/1.1 200 OK\r\nServer: x\r\nContent-Length: 2\r\nX-A:  b \r\n\r\nok surplus");
    EXPECT_EQ(answer.state, State::done);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, "ok");
    EXPECT_EQ(answer.used,
              "HTTP/1.1 200 OK\r\nServer: x\r\nContent-Length: 2\r\nX-A:  b \r\n\r\nok"sv.size());
    EXPECT_EQ(answer.headers, (Headers{{"Server", "x"}, {"X-A", "b"}, {"Content-Length", "2"}}));
}

TEST(ResponseReader, ReadsBodiesOfEveryFraming) {
    expect_answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", 200, "ok");
    expect_answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", 200, "ok");
    expect_answer("HTTP/1.1 200 OK\r\n\r\nok", 200, "ok", then_closed);
    expect_answer("HTTP/1.1 200 OK\r\n\r\n", 200, "", then_closed);
    expect_answer("HTTP/1.0 200 OK\r\nTransfer-Encoding: gzip\r\nContent-Length: 1\r\n\r\nok", 200, "ok",
                  then_closed);
}

TEST(ResponseReader, ReadsChunksAsTheyAre) {
    const auto head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"s;
    expect_answer(head + "2\r\nok\r\n0\r\nX-Foo: bar\r\n\r\n", 200, "ok");
    expect_answer(head + "4\r\na\r\nb\r\n0\r\n\r\n", 200, "a\r\nb");
    expect_error(head + "4\r\ntrun\r\n0\r\n", Error::body_incomplete, "body closed after 4 bytes",
                 then_closed);
    expect_error(head + "4\r\nfivefive\r\n", Error::malformed_response, "broken chunked coding");
    EXPECT_EQ(read(head + "x\r\n").status, 200);
}

TEST(ResponseReader, TransferEncodingBeatsContentLength) {
    for (const auto* order :
         {"Content-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n",
          "Transfer-Encoding: chunked\r\nContent-Length: 7\r\nContent-Length: 8\r\n\r\n"}) {
        expect_answer("HTTP/1.1 200 OK\r\n"s + order + "2\r\nok\r\n0\r\n\r\n", 200, "ok");
    }
}

TEST(ResponseReader, ReadsWhatIsTolerated) {
    expect_answer("HTTP/1.1 200\r\n\r\n", 200, "", then_closed);
    expect_answer("HTTP/1.1 429 \r\n\r\n", 429, "", then_closed);
    expect_answer("HTTP/1.3 999 x\r\nContent-Length: 0\r\n\r\n", 999, "");
    expect_answer("HTTP/1.1 200 OK\nContent-Length: 2\n\nok", 200, "ok");
    expect_answer("HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nok", 200, "ok");
    expect_answer("HTTP/1.1 200 OK\r\nContent-Length:\r\n 2\r\n\r\nok", 200, "ok");
    expect_answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2, 2\r\n\r\nok", 200, "ok");
    expect_answer("HTTP/1.1 200 OK\rX\r\nConnection: a=b; c\r\nContent-Length: 0\r\n\r\n", 200, "");
    const Reading folded =
        read("HTTP/1.1 200 OK\r\nX-A: b\r\n  c\r\nContent-Length: 0\r\nX-Caf: \xe9\r\n\r\n");
    EXPECT_EQ(folded.headers[0], (Header{"X-A", "b    c"}));
    EXPECT_EQ(folded.headers[1], (Header{"X-Caf", "\xe9"}));
}

TEST(ResponseReader, TellsTheVersion) {
    ResponseReader reader(AnswerTo::request, large);
    reader.feed("HTTP/1.0 503 Service  Unavailable\r\n\r\n");
    EXPECT_EQ(reader.answer().http_minor, 0);
    EXPECT_EQ(reader.reason(), "Service  Unavailable");
}

TEST(ResponseReader, SkipsInterimAnswers) {
    const auto interim = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nContent-Length: 7\r\n\r\n"s;
    std::string bytes;
    for (int i = 0; i < ResponseReader::max_interim; ++i) {
        bytes += interim;
    }
    const auto last = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"s;
    expect_answer(bytes + last, 200, "ok");
    EXPECT_EQ(read(bytes + last).headers.size(), 1U);
    expect_error(bytes + interim + last, Error::malformed_response, "too many 1xx answers");
    expect_error("HTTP/1.1 101 x\r\n\r\n", Error::malformed_response,
                 "status 101, though no upgrade was asked for");
}

TEST(ResponseReader, KnowsAnswersWithoutBody) {
    const auto head = "HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n"s;
    expect_answer(head, 200, "", {AnswerTo::head});
    expect_answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", 200, "", {AnswerTo::head});
    expect_answer("HTTP/1.1 204 No Content\r\nContent-Length: 20\r\n\r\n", 204, "");
    expect_answer("HTTP/1.1 304 Not Modified\r\nContent-Length: 20\r\n\r\n", 304, "");
    expect_answer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 200, "");
    EXPECT_FALSE(read("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").has_body);
    EXPECT_FALSE(read(head, {AnswerTo::head}).has_body);
    EXPECT_TRUE(read(head).has_body);
    EXPECT_TRUE(read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n").has_body);
}

TEST(ResponseReader, LeavesATunnelsBytesAlone) {
    const auto head =
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n"s;
    const Reading answer = read(head + "\x16\x03\x01", {AnswerTo::connect});
    EXPECT_EQ(answer.state, State::done);
    EXPECT_EQ(answer.used, head.size());
    expect_answer("HTTP/1.1 403 x\r\nContent-Length: 2\r\n\r\nno", 403, "no", {AnswerTo::connect});
}

TEST(ResponseReader, RefusesOtherProtocolsAtOnce) {
    const auto not_http = [](std::string_view bytes, std::string_view detail) {
        expect_error(bytes, Error::not_http, detail);
    };
    not_http("SSH-2.0-x\r\n", "speaks SSH");
    not_http("\x15\x03\x01\0\x02\x02\x46"sv, "speaks TLS");
    not_http("HTTP/2.0 200 OK\r\n\r\n", "speaks HTTP/2.0");
    not_http("HTTP/2 200\r\n\r\n", "speaks HTTP/2");
    not_http("HTTP/0.9 200 OK\r\n\r\n", "speaks HTTP/0.9");
    not_http("ICY 200 OK\r\n\r\n", "sent \"ICY 200 OK\"");
    not_http("<html>", "sent \"<html>\"");
    not_http("\r\nHTTP/1.1 200 OK\r\n\r\n", "sent the bytes 0d 0a 48 54 54 50 2f 31");
}

TEST(ResponseReader, RefusesMalformedHeads) {
    expect_error("HTTP/1.1 2000 OK\r\n\r\n", Error::malformed_response,
                 "malformed status line \"HTTP/1.1 2000 OK\"");
    expect_error("HTTP/1.1 OK\r\n\r\n", Error::malformed_response, "malformed status line \"HTTP/1.1 OK\"");
    for (const std::string_view fields :
         {"no colon"sv, ": no name"sv, "a b: c"sv, "a\0b: c"sv, "caf\xe9: c"sv}) {
        const Reading answer = read("HTTP/1.1 200 OK\r\n"s + std::string(fields) + "\r\n\r\n");
        EXPECT_EQ(answer.error, Error::malformed_response) << fields;
        EXPECT_EQ(answer.detail, "malformed response head") << fields;
        EXPECT_EQ(answer.status, 0) << fields;
    }
}

TEST(ResponseReader, KeepsTheHeadOfABrokenLength) {
    for (const auto* fields : {"Content-Length: 2\r\nContent-Length: 3", "Content-Length: x",
                               "Content-Length: 9223372036854775808"}) {
        const Reading answer = read("HTTP/1.1 429 x\r\nRetry-After: 7\r\n"s + fields + "\r\n\r\nno");
        EXPECT_EQ(answer.error, Error::malformed_response) << fields;
        EXPECT_EQ(answer.status, 429) << fields;
        EXPECT_EQ(*find_header(answer.headers, "retry-after"), "7") << fields;
    }
}

TEST(ResponseReader, BoundsHeads) {
    const auto head_of = [](std::size_t size) {
        const auto start = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX: "s;
        return start + std::string(size - start.size() - 4, 'x') + "\r\n\r\n";
    };
    expect_answer(head_of(12 * 1024) + "ok", 200, "ok");
    expect_answer(head_of(ResponseReader::max_head_bytes) + "ok", 200, "ok");
    expect_error(head_of(ResponseReader::max_head_bytes + 1), Error::header_too_large,
                 "response head over 64 KiB, status 200");
    expect_error("HTTP/1.1 " + std::string(70'000, '2'), Error::header_too_large,
                 "response head over 64 KiB");
    std::string many = "HTTP/1.1 200 OK\n";
    while (many.size() < ResponseReader::max_head_bytes - 4) {
        many += "a:\n";
    }
    expect_answer(many + "\n", 200, "", then_closed);
}

TEST(ResponseReader, BoundsBodies) {
    const auto expect_cut = [](std::string_view bytes) {
        const Reading answer = read(bytes, {AnswerTo::request, 4});
        EXPECT_EQ(answer.state, State::done) << bytes;
        EXPECT_EQ(answer.body, "0123") << bytes;
        EXPECT_EQ(answer.bytes, 4U) << bytes;
        EXPECT_TRUE(answer.truncated) << bytes;
    };
    expect_cut("HTTP/1.1 200 OK\r\n\r\n01234");
    expect_cut("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n0123");  // more is known to come
    expect_cut("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n012345");
    expect_cut("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n012\r\n3\r\n345\r\nbroken");
}

const auto of_four = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"s;
const auto in_chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"s;
const auto open_ended = "HTTP/1.1 200 OK\r\n\r\n"s;

TEST(ResponseReader, AFittingBodyWhoseEndIsSeenIsNotTruncated) {
    const Circumstances fits{AnswerTo::request, 4};
    expect_answer(of_four + "0123", 200, "0123", fits);
    expect_answer(in_chunks + "4\r\n0123\r\n0\r\n\r\n", 200, "0123", fits);
    expect_answer(in_chunks + "0\r\n\r\n", 200, "", {AnswerTo::request, 0});
    expect_answer("HTTP/1.1 204 x\r\n\r\n", 204, "", {AnswerTo::request, 0});
    expect_answer(open_ended + "012", 200, "012", {AnswerTo::request, 4, StreamEnd::closed});
}

// Neither what follows it nor the end of the stream changes anything any more.
TEST(ResponseReader, TheEndOfABodyThatFillsItsRoomIsNotWaitedFor) {
    const std::optional<StreamEnd> ends[] = {std::nullopt, StreamEnd::closed, StreamEnd::truncated,
                                             StreamEnd::reset};
    const auto expect_enough = [&](const std::string& bytes, std::string_view body) {
        for (const auto& end : ends) {
            const Reading answer = read(bytes, {AnswerTo::request, body.size(), end});
            EXPECT_EQ(answer.state, State::done) << bytes << ": " << answer.detail;
            EXPECT_EQ(answer.body, body) << bytes;
            EXPECT_TRUE(answer.truncated) << bytes;
        }
    };
    for (const char* rest : {"", "\r", "\r\n", "\r\n0", "\r\n0\r\n", "\r\nbroken", "broken"})
        expect_enough(in_chunks + "4\r\n0123" + rest, "0123");
    expect_enough(open_ended + "0123", "0123");
    for (const std::string& head : {of_four, in_chunks, open_ended})
        expect_enough(head, "");
    expect_enough(in_chunks + "broken", "");
}

TEST(ResponseReader, AStreamThatEndsTooEarly) {
    expect_error("", Error::connection_closed, "closed before an answer", then_closed);
    expect_error("", Error::connection_closed, "closed before an answer", then_truncated);
    expect_error("", Error::connection_reset, "reset before an answer", then_reset);
    expect_error("HTTP/1.1 200 OK\r\n", Error::connection_closed, "closed within the response head",
                 then_closed);
    expect_error("HTTP/1.1 200 OK\r\nA: b", Error::connection_reset, "reset within the response head",
                 then_reset);
    expect_error("HTTP/1.1 100 x\r\n\r\n", Error::connection_closed, "closed before an answer", then_closed);
}

TEST(ResponseReader, ABodyThatEndsTooEarly) {
    const auto sized = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"s;
    expect_error(sized, Error::body_incomplete, "body closed after 2 of 5 bytes", then_closed);
    expect_error(sized, Error::body_incomplete, "body reset after 2 of 5 bytes", then_reset);
    expect_error("HTTP/1.1 200 OK\r\n\r\nab", Error::body_incomplete,
                 "body closed without TLS close_notify after 2 bytes", then_truncated);
    expect_error("HTTP/1.1 200 OK\r\n\r\nab", Error::body_incomplete, "body reset after 2 bytes", then_reset);
    EXPECT_EQ(read(sized, then_closed).status, 200);
    EXPECT_EQ(read(sized, then_closed).body, "ab");
}

TEST(ResponseReader, AnAnswerThatIsWholeNeedsNoEnd) {
    for (const StreamEnd end : {StreamEnd::closed, StreamEnd::truncated, StreamEnd::reset}) {
        expect_answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", 200, "ok",
                      {AnswerTo::request, large, end});
    }
}

}  // namespace
}  // namespace outrider
