#include "outrider/model/percent.hpp"

namespace outrider {
namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

int encoded_byte(std::string_view text, std::size_t at) {
    if (text[at] != '%' || text.size() - at < 3) return -1;
    const int high = hex_digit(text[at + 1]);
    const int low = hex_digit(text[at + 2]);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

std::string percent_decoded(std::string_view text) {
    if (text.find('%') == text.npos) return std::string(text);
    std::string decoded;
    decoded.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int byte = encoded_byte(text, i);
        decoded += byte < 0 ? text[i] : static_cast<char>(byte);
        if (byte >= 0) i += 2;
    }
    return decoded;
}

}  // namespace outrider
