#include "wire/spoken.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

using namespace std::string_view_literals;

TEST(Spoken, IsNamedByItsFirstBytes) {
    const std::pair<std::string_view, const char*> cases[] = {
        {"", "sent nothing"},
        {"\x15", "speaks TLS"},
        {"\x15\x03\x01\0\x02\x02\x46"sv, "speaks TLS"},
        {"\x16\x03\x03", "speaks TLS"},
        {"\x16\x02", "sent the bytes 16 02"},
        {"\x05\xff", "speaks SOCKS5"},
        {"\0\x5a"sv, "speaks SOCKS4"},
        {"\0\x5d\0\0"sv, "speaks SOCKS4"},
        {"\0\0\x12\x04\0\0\0\0\0"sv, "speaks HTTP/2"},
        {"H", "speaks HTTP"},
        {"HTTP/1.1 400 x", "speaks HTTP"},
        {"HTTP/2", "speaks HTTP/2"},
        {"HTTP/2.0 200 OK", "speaks HTTP/2.0"},
        {"HTTP/\x01\x02\x03\x04\x05", "speaks HTTP/"},
        {"SSH-2.0-OpenSSH_9.2\r\n", "speaks SSH"},
        {"ICY 200 OK\r\nicy-name: x", "sent \"ICY 200 OK icy-name: x\""},
        {"<html>", "sent \"<html>\""},
        {"\x1f\x8b\x08\0\0\0\0\0\0\xff"sv, "sent the bytes 1f 8b 08 00 00 00 00 00"},
        {"\xff\xfd", "sent the bytes ff fd"},
        {"\0"sv, "sent the bytes 00"},
    };
    for (const auto& [bytes, words] : cases) {
        EXPECT_EQ(what_it_speaks(bytes), words);
    }
}

TEST(Spoken, QuotesNoMoreThanALine) {
    EXPECT_LE(what_it_speaks(std::string(100'000, 'x')).size(), 60U);
    EXPECT_EQ(what_it_speaks("220 mail\r\n250 ok\r\n").find('\n'), std::string::npos);
}

}  // namespace
}  // namespace outrider
