#include "classify/body_pattern.hpp"

#include "outrider/model/text.hpp"

#include <re2/re2.h>

#include <algorithm>

namespace outrider {
namespace {

re2::RE2::Options quiet() {
    re2::RE2::Options options;
    options.set_log_errors(false);
    return options;
}

// How long the character is that this byte starts; 0 for one that goes on or starts none.
std::size_t length_of_character(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead < 0xC2 || lead > 0xF4) return 0;
    return lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
}

std::string_view without_cut_character(std::string_view body) {
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, body.size()); ++back) {
        const auto byte = static_cast<unsigned char>(body[body.size() - back]);
        if ((byte & 0xC0) == 0x80) continue;
        if (length_of_character(byte) > back) body.remove_suffix(back);
        break;
    }
    return body;
}

std::string from_latin1(std::string_view body) {
    std::string text;
    text.reserve(body.size() + body.size() / 8);
    for (const char c : body) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            text += c;
        } else {
            text += static_cast<char>(0xC0 | byte >> 6);
            text += static_cast<char>(0x80 | (byte & 0x3F));
        }
    }
    return text;
}

}  // namespace

BodyPattern::BodyPattern(const std::string& pattern) : regex_(std::make_unique<re2::RE2>(pattern, quiet())) {}
BodyPattern::~BodyPattern() = default;
BodyPattern::BodyPattern(BodyPattern&&) noexcept = default;

bool BodyPattern::found_in(std::string_view body, bool cut) const {
    if (cut) body = without_cut_character(body);
    if (is_valid_utf8(body)) return re2::RE2::PartialMatch({body.data(), body.size()}, *regex_);
    return re2::RE2::PartialMatch(from_latin1(body), *regex_);
}

}  // namespace outrider
