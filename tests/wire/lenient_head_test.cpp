#include "outrider/wire/lenient_head.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

TEST(LenientHead, KnowsHttp1ByItsFirstBytes) {
    for (const char* bytes : {"", "H", "HTTP/", "HTTP/1.", "HTTP/1.1", "HTTP/1.0 200", "HTTP/1.9 x"}) {
        EXPECT_TRUE(may_be_http1(bytes)) << bytes;
    }
    for (const char* bytes : {"h", "SSH-2.0", "HTTP/2", "HTTP/0.9 200", "HTTP 200", "HTTP/1.x", "HTTP/1. ",
                              "ICY 200", "<html>", "\r\nHTTP/1.1 200", " HTTP/1.1 200"}) {
        EXPECT_FALSE(may_be_http1(bytes)) << bytes;
    }
}

TEST(LenientHead, ReadsStatusLines) {
    struct Case {
        const char* line;
        int minor;
        int status;
        const char* reason;
    };
    const Case cases[] = {
        {"HTTP/1.1 200 OK", 1, 200, "OK"},
        {"HTTP/1.1 429 ", 1, 429, ""},
        {"HTTP/1.1 200", 1, 200, ""},
        {"HTTP/1.0 404 Not  Found ", 0, 404, "Not  Found"},
        {"HTTP/1.7 999 x", 7, 999, "x"},
        {"HTTP/1.1 100 Continue", 1, 100, "Continue"},
        {"HTTP/1.1 200 caf\xe9\r\t", 1, 200, "caf\xe9"},
    };
    for (const Case& expected : cases) {
        const auto status = parse_status_line(expected.line);
        ASSERT_TRUE(status) << expected.line;
        EXPECT_EQ(status->minor, expected.minor) << expected.line;
        EXPECT_EQ(status->status, expected.status) << expected.line;
        EXPECT_EQ(status->reason, expected.reason) << expected.line;
    }
}

TEST(LenientHead, RefusesWhatIsNoStatusLine) {
    for (const char* line : {"", "HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 20", "HTTP/1.1 20x", "HTTP/1.1 2000",
                             "HTTP/1.1 200OK", "HTTP/1.1  200 OK", "HTTP/1.1\t200 OK", "HTTP/1.10 200",
                             "HTTP/1.1 099 x", "HTTP/1.1 -20 x", "HTTP/2.0 200 OK", "http/1.1 200 OK"}) {
        EXPECT_FALSE(parse_status_line(line)) << line;
    }
}

TEST(LenientHead, FindsTheEmptyLine) {
    const std::pair<std::string_view, std::size_t> cases[] = {
        {"a\r\n\r\nbody", 5},
        {"a\n\nbody", 3},
        {"a\r\n\nbody", 4},
        {"a\n\r\nbody", 4},
        {"a\r\nb\r\n\r\n", 8},
        {"a\r\n \r\n\r\n", 8},
        {"a\n\r\r\n\n", 6},
        {"a\r\n", std::string::npos},
        {"a\r\n\r", std::string::npos},
        {"", std::string::npos},
        {"a\r\n \r\nb", std::string::npos},
    };
    for (const auto& [bytes, end] : cases) {
        EXPECT_EQ(find_head_end(bytes), end) << testing::PrintToString(bytes);
        for (std::size_t from = 0; from < bytes.size(); ++from) {
            // Where the bytes until then had no end, searching on from there finds the same.
            if (find_head_end(bytes.substr(0, from)) != std::string::npos) break;
            EXPECT_EQ(find_head_end(bytes, from), end) << testing::PrintToString(bytes) << " from " << from;
        }
    }
}

std::string strict(std::string_view head) {
    const auto strict = strict_head(head);
    return strict ? strict->bytes : "(none)";
}

TEST(LenientHead, LeavesAStrictHeadAsItIs) {
    EXPECT_EQ(strict("HTTP/1.1 200 OK\r\nServer:x\r\nSet-Cookie:a=b; Path=/\r\nSet-Cookie:c\r\n\r\n"),
              "HTTP/1.1 200 \r\nServer:x\r\nSet-Cookie:a=b; Path=/\r\nSet-Cookie:c\r\n\r\n");
    EXPECT_EQ(strict("HTTP/1.0 404\r\n\r\n"), "HTTP/1.0 404 \r\n\r\n");
}

TEST(LenientHead, MendsWhatIsTolerated) {
    EXPECT_EQ(strict("HTTP/1.1 200 OK\nA:b\nC:d\n\n"), "HTTP/1.1 200 \r\nA:b\r\nC:d\r\n\r\n");
    EXPECT_EQ(strict("HTTP/1.7 200 OK\rHEALTHY\r\n\r\n"), "HTTP/1.1 200 \r\n\r\n");
    EXPECT_EQ(strict("HTTP/1.1 200 OK\r\nA \t:b\r\n\r\n"), "HTTP/1.1 200 \r\nA:b\r\n\r\n");
    EXPECT_EQ(strict("HTTP/1.1 200 OK\r\nA:b\r\n\tc\r\n d\r\nE:f\r\n\r\n"),
              "HTTP/1.1 200 \r\nA:b  \tc   d\r\nE:f\r\n\r\n");
    EXPECT_EQ(strict("HTTP/1.1 200 OK\nA:b\n \nE:f\n\n"), "HTTP/1.1 200 \r\nA:b  \r\nE:f\r\n\r\n");
    EXPECT_EQ(strict("HTTP/1.1 200 OK\r\nA:b\0c\x01\x7f\rd\xff\te\r\n\r\n"sv),
              "HTTP/1.1 200 \r\nA:b c   d\xff\te\r\n\r\n");
    EXPECT_EQ(strict("HTTP/1.1 200 OK\r\nConnection: keep-alive, timeout=5\r\nA:\r\n\r\n"),
              "HTTP/1.1 200 \r\nA:\r\n\r\n");
}

TEST(LenientHead, RefusesLinesThatAreNoFields) {
    EXPECT_EQ(strict("HTTP/1.1 200 OK\r\nno colon\r\n\r\n"), "(none)");
    EXPECT_EQ(strict("HTTP/1.1 200 OK\r\n folded onto nothing\r\n\r\n"), "(none)");
    EXPECT_EQ(strict("HTTP/1.1 OK\r\nA: b\r\n\r\n"), "(none)");
}

TEST(LenientHead, KeepsOneFramingField) {
    const std::pair<const char*, const char*> cases[] = {
        {"", ""},
        {"Content-Length: 5", "Content-Length:5\r\n"},
        {"content-length:5\nCONTENT-LENGTH : 5", "Content-Length:5\r\n"},
        {"Content-Length: 5, 5", "Content-Length:5\r\n"},
        {"Content-Length: 05\nContent-Length: 5", "Content-Length:5\r\n"},
        {"Content-Length: 9223372036854775807", "Content-Length:9223372036854775807\r\n"},
        {"Transfer-Encoding: chunked", "Transfer-Encoding:chunked\r\n"},
        {"Transfer-Encoding: chunked\nContent-Length: 5", "Transfer-Encoding:chunked\r\n"},
        {"Content-Length: 5\nContent-Length: x\nTransfer-Encoding: Chunked", "Transfer-Encoding:chunked\r\n"},
        {"Transfer-Encoding: gzip, chunked", "Transfer-Encoding:chunked\r\n"},
        {"Transfer-Encoding: gzip\nTransfer-Encoding: chunked;q=1", "Transfer-Encoding:chunked\r\n"},
        {"Transfer-Encoding: chunked\nTransfer-Encoding: chunked", "Transfer-Encoding:chunked\r\n"},
        {"Transfer-Encoding: chunked,", "Transfer-Encoding:chunked\r\n"},
        {"Transfer-Encoding: identity\nContent-Length: 5", "Content-Length:5\r\n"},
        {"Transfer-Encoding: gzip\nContent-Length: 5", ""},
        {"Transfer-Encoding: chunked, gzip", ""},
    };
    for (const auto& [fields, expected] : cases) {
        const auto head = strict_head("HTTP/1.1 200\n"s + fields + (*fields != '\0' ? "\n\n" : "\n"));
        ASSERT_TRUE(head) << fields;
        EXPECT_EQ(head->bytes, "HTTP/1.1 200 \r\n"s + expected + "\r\n") << fields;
        EXPECT_FALSE(head->bad_length) << fields;
    }
}

TEST(LenientHead, TellsBadLengths) {
    for (const char* fields :
         {"Content-Length: 5\nContent-Length: 6", "Content-Length: 5, 6", "Content-Length: 5, x",
          "Content-Length:", "Content-Length: 5,", "Content-Length: -5", "Content-Length: +5",
          "Content-Length: 5 5", "Content-Length: 0x5", "Content-Length: 5.0",
          "Content-Length: 9223372036854775808", "Content-Length: 99999999999999999999999",
          "Content-Length: 18446744073709551615", "Content-Length: -0"}) {
        const auto head = strict_head("HTTP/1.1 200\n"s + fields + "\n\n");
        ASSERT_TRUE(head) << fields;
        EXPECT_TRUE(head->bad_length) << fields;
        EXPECT_EQ(head->bytes, "HTTP/1.1 200 \r\n\r\n") << fields;
    }
}

}  // namespace
}  // namespace outrider
