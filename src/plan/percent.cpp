#include "plan/percent.hpp"

#include "outrider/model/percent.hpp"

namespace outrider {
namespace {

void append_encoded(std::string& out, unsigned char byte) {
    static constexpr char digits[] = "0123456789ABCDEF";
    out += {'%', digits[byte >> 4], digits[byte & 15]};
}

bool is_unreserved(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '.' || c == '_' || c == '~';
}

bool fits_path_query(char c) {
    static constexpr std::string_view others = "!$&'()*+,;=:@/?";
    return is_unreserved(c) || others.find(c) != std::string_view::npos;
}

}  // namespace

std::string strict_path_query(std::string_view text) {
    std::string strict;
    strict.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (fits_path_query(text[i]) || encoded_byte(text, i) >= 0) {
            strict += text[i];
        } else {
            append_encoded(strict, static_cast<unsigned char>(text[i]));
        }
    }
    return strict;
}

std::string normal_encoding(std::string_view text) {
    if (text.find('%') == text.npos) return std::string(text);
    std::string normal;
    normal.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int byte = encoded_byte(text, i);
        if (byte < 0) {
            normal += text[i];
            continue;
        }
        if (is_unreserved(static_cast<char>(byte))) {
            normal += static_cast<char>(byte);
        } else {
            append_encoded(normal, static_cast<unsigned char>(byte));
        }
        i += 2;
    }
    return normal;
}

}  // namespace outrider
