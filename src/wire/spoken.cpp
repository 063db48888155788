#include "spoken.hpp"

#include "outrider/model/text.hpp"

#include <algorithm>

namespace outrider {
namespace {

using namespace std::string_view_literals;

// TLS records (RFC 8446 section 5.1): an alert or a handshake message of version 3.x.
bool is_tls(std::string_view bytes) {
    return (bytes[0] == '\x15' || bytes[0] == '\x16') && (bytes.size() < 2 || bytes[1] == '\x03');
}

bool is_socks4_reply(std::string_view bytes) {
    return bytes.size() >= 2 && bytes[0] == '\0' && bytes[1] >= '\x5a' && bytes[1] <= '\x5d';
}

// The SETTINGS frame that an HTTP/2 server begins with (RFC 9113 section 3.4).
bool is_http2(std::string_view bytes) {
    return bytes.size() >= 4 && bytes.substr(0, 2) == "\0\0"sv && bytes[3] == '\x04';
}

bool is_prefix_of(std::string_view start, std::string_view text) {
    return text.substr(0, start.size()) == start;
}

// "HTTP", with the version where that is what is odd about it.
std::string_view http_word(std::string_view bytes) {
    const std::string_view word = bytes.substr(0, std::min<std::size_t>(bytes.find_first_of(" \t\r\n"), 8));
    return word.size() < 6 || word[5] == '1' ? "HTTP" : word;
}

std::string in_hex(std::string_view bytes) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string hex;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        hex += {' ', digits[byte >> 4], digits[byte & 15]};
    }
    return hex;
}

}  // namespace

std::string what_it_speaks(std::string_view bytes) {
    if (bytes.empty()) return "sent nothing";
    if (is_tls(bytes)) return "speaks TLS";
    if (bytes[0] == '\x05') return "speaks SOCKS5";
    if (is_socks4_reply(bytes)) return "speaks SOCKS4";
    if (is_http2(bytes)) return "speaks HTTP/2";
    if (is_prefix_of(bytes.substr(0, 5), "HTTP/")) return "speaks " + one_line(http_word(bytes));
    if (is_prefix_of(bytes.substr(0, 4), "SSH-")) return "speaks SSH";
    const bool is_text = bytes[0] >= ' ' && bytes[0] != '\x7f';
    if (is_text) return "sent \"" + one_line(bytes.substr(0, 400), 40) + '"';
    return "sent the bytes" + in_hex(bytes.substr(0, 8));
}

}  // namespace outrider
