#include "outrider/wire/chunked.hpp"

#include <gtest/gtest.h>

#include <string>

namespace outrider {
namespace {

using namespace std::string_literals;

struct Decoded {
    std::string data;
    std::string rest;
    bool done = false;
    bool broken = false;

    bool operator==(const Decoded&) const = default;
};

void PrintTo(const Decoded& decoded, std::ostream* out) {
    *out << testing::PrintToString(decoded.data) << " rest " << testing::PrintToString(decoded.rest)
         << (decoded.done ? " done" : "") << (decoded.broken ? " broken" : "");
}

Decoded decode(std::string_view coded, std::size_t piece) {
    ChunkDecoder decoder;
    Decoded decoded;
    while (!coded.empty() && !decoder.done() && !decoder.broken()) {
        std::string_view bytes = coded.substr(0, piece);
        const std::size_t size = bytes.size();
        decoded.data += decoder.next(bytes);
        coded.remove_prefix(size - bytes.size());
    }
    return {decoded.data, std::string(coded), decoder.done(), decoder.broken()};
}

void expect_whole(const std::string& coded, const std::string& data) {
    for (const std::size_t piece : {std::size_t{1}, std::size_t{2}, std::size_t{7}, std::string::npos}) {
        EXPECT_EQ(decode(coded + "after", piece), (Decoded{data, "after", true, false}))
            << coded.substr(0, 80);
    }
    for (std::size_t cut = 0; cut < coded.size(); ++cut) {
        const Decoded decoded = decode(coded.substr(0, cut), std::string::npos);
        ASSERT_FALSE(decoded.done || decoded.broken) << coded.substr(0, 80) << " cut at " << cut;
    }
}

void expect_broken(const std::string& coded) {
    EXPECT_TRUE(decode(coded, std::string::npos).broken) << coded.substr(0, 80);
    EXPECT_TRUE(decode(coded, 1).broken) << coded.substr(0, 80);
}

TEST(ChunkDecoder, UndoesTheCoding) {
    expect_whole("0\r\n\r\n", "");
    expect_whole("2\r\nok\r\n0\r\n\r\n", "ok");
    expect_whole("a\r\n0123456789\r\nB\r\nabcdefghijk\r\n000\r\n\r\n", "0123456789abcdefghijk");
}

TEST(ChunkDecoder, LeavesLineEndsInDataAlone) {
    expect_whole("4\r\na\r\nb\r\n5\r\n0\r\n\r\n\r\n0\r\n\r\n", "a\r\nb0\r\n\r\n");
}

TEST(ChunkDecoder, SkipsExtensionsAndPadding) {
    expect_whole("2;name=value;other=\"x\"\r\nok\r\n0;last\r\n\r\n", "ok");
    expect_whole("2   \r\nok\r\n0 \t; x\r\n\r\n", "ok");
}

TEST(ChunkDecoder, SkipsTrailers) {
    expect_whole("2\r\nok\r\n0\r\nX-Foo: bar\r\nContent-Length: 7\r\nnonsense\r\n\r\n", "ok");
}

TEST(ChunkDecoder, TakesLineFeedsAlone) {
    expect_whole("2\nok\n0\nX: y\n\n", "ok");
}

TEST(ChunkDecoder, RefusesBrokenCoding) {
    for (const char* coded : {"\r\n", "x\r\n", "-1\r\n", "+1\r\n", "0x1\r\n", ";x\r\n", " 2\r\n", "2 2\r\nok",
                              "2\rok", "2\r\nokay\r\n", "2\r\nok0\r\n", "2\r\nok\rx", "0\r\n\rx",
                              "8000000000000000\r\n", "fffffffffffffffff\r\n"}) {
        expect_broken(coded);
    }
}

TEST(ChunkDecoder, TakesTheLargestSize) {
    const Decoded decoded = decode("7fffffffffffffff\r\nabc", std::string::npos);
    EXPECT_EQ(decoded, (Decoded{"abc", "", false, false}));
}

TEST(ChunkDecoder, IsBounded) {
    expect_whole("2;" + std::string(ChunkDecoder::max_line_bytes - 1, 'x') + "\r\nok\r\n0\r\n\r\n", "ok");
    expect_broken("2;" + std::string(ChunkDecoder::max_line_bytes + 2, 'x'));
    expect_whole(std::string(63, '0') + "2\r\nok\r\n0\r\n\r\n", "ok");
    expect_broken(std::string(65, '0'));
    expect_broken("2" + std::string(ChunkDecoder::max_line_bytes + 2, ' '));
    expect_broken("0\r\n" + std::string(ChunkDecoder::max_trailer_bytes + 1, 'x'));
    std::string lines = "0\r\n";
    for (std::size_t i = 0; i <= ChunkDecoder::max_trailer_bytes; ++i) {
        lines += "x\n";
    }
    expect_broken(lines);
}

}  // namespace
}  // namespace outrider
