#include "classify/inflate.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

namespace outrider {
namespace {

std::string deflated(const std::string& text, int window) {
    z_stream stream{};
    deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, text.size()) + 32, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}
constexpr int as_gzip = 15 + 16;
constexpr int as_zlib = 15;
constexpr int bare = -15;

// Made by the encoder's library: "page", and ten million zeros.
const std::string brotli_page("\x8B\x01\x80page\x03", 8);
const std::string brotli_bomb(
    "\xCB\xFF\xFF\x3F\x00\x24\x00\xE2\xB1\x40\x72\xEF\xFF\xF2\xCF\x12\x03\x80\x04\x40\x1C\x16\x80\x8E\x23"
    "\x06",
    26);

std::optional<Inflated> inflated(std::string coding, std::string body, std::size_t limit = 1000) {
    return inflate(Answer{.status = 200,
                          .http_minor = 1,
                          .headers = {{"Content-Encoding", std::move(coding)}},
                          .body = std::move(body),
                          .truncated = false},
                   limit);
}

TEST(Inflate, UndoesWhatIsNamed) {
    EXPECT_EQ(inflated("gzip", deflated("page", as_gzip))->body, "page");
    EXPECT_EQ(inflated("X-GZIP", deflated("page", as_gzip))->body, "page");
    EXPECT_EQ(inflated("deflate", deflated("page", as_zlib))->body, "page");
    EXPECT_EQ(inflated("deflate", deflated("page", bare))->body, "page");
    EXPECT_EQ(inflated("br", brotli_page)->body, "page");
    EXPECT_EQ(inflated("br, gzip", deflated(brotli_page, as_gzip))->body, "page");
    EXPECT_EQ(inflated("identity, gzip", deflated("page", as_gzip))->body, "page");
    EXPECT_FALSE(inflated("gzip", deflated("page", as_gzip))->truncated);
}

TEST(Inflate, GoesOnWithTheNextMemberOfAGzipBody) {
    const std::string first = deflated("first ", as_gzip);
    const std::string second = deflated("second", as_gzip);
    const std::string nothing = deflated("", as_gzip);
    EXPECT_EQ(inflated("gzip", first + second)->body, "first second");
    EXPECT_EQ(inflated("gzip", nothing + first + nothing + second)->body, "first second");
    EXPECT_FALSE(inflated("gzip", first + second, 12)->truncated);
    EXPECT_EQ(inflated("gzip", first + second, 8)->body, "first se");
    EXPECT_TRUE(inflated("gzip", first + second, 8)->truncated);
    EXPECT_TRUE(inflated("gzip", first + second, 6)->truncated);

    // What follows the last member is left out, as it is where a member is broken or cut off.
    for (const std::string& rest :
         {std::string("\0\0\0", 3), std::string("junk"), deflated("x", as_zlib), std::string("\x1F"),
          std::string("\x1F\x8B no gzip"), second.substr(0, 5)})
        EXPECT_EQ(inflated("gzip", first + rest)->body, "first ");
}

TEST(Inflate, StopsAtTheLimit) {
    const std::string bomb = deflated(std::string(10'000'000, '\0'), as_gzip);
    ASSERT_LT(bomb.size(), 20'000u);
    for (const auto& [coding, body] : {std::pair("gzip", bomb), {"br", brotli_bomb}}) {
        const auto result = inflated(coding, body, 4096);
        EXPECT_EQ(result->body.size(), 4096u) << coding;
        EXPECT_TRUE(result->truncated) << coding;
    }
    const auto exact = inflated("gzip", deflated(std::string(4096, 'x'), as_gzip), 4096);
    EXPECT_EQ(exact->body.size(), 4096u);
    EXPECT_FALSE(exact->truncated);
}

TEST(Inflate, GivesWhatABodyThatEndsEarlyHolds) {
    std::string text;
    for (int i = 0; i < 20'000; ++i)
        text += std::to_string(i * 7919) + ' ';
    const std::string whole = deflated(text, as_gzip);
    const auto half = inflated("gzip", whole.substr(0, whole.size() / 2), 1 << 20);
    ASSERT_TRUE(half);
    EXPECT_GT(half->body.size(), text.size() / 4);
    EXPECT_EQ(half->body, text.substr(0, half->body.size()));
}

TEST(Inflate, LeavesWhatDoesNotFit) {
    EXPECT_FALSE(inflated("gzip", "<html>not compressed"));
    EXPECT_FALSE(inflated("br", "<html>not compressed"));
    EXPECT_FALSE(inflated("deflate", "<html>not compressed"));
    EXPECT_FALSE(inflated("zstd", deflated("page", as_gzip)));
    EXPECT_FALSE(inflated("identity", "page"));
    EXPECT_FALSE(inflated("gzip", ""));
    EXPECT_FALSE(inflated("gzip, gzip, gzip, gzip", deflated("page", as_gzip)));
    EXPECT_FALSE(inflate(Answer{}, 100));
}

}  // namespace
}  // namespace outrider
