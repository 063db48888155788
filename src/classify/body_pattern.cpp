#include "classify/body_pattern.hpp"

#include "outrider/model/text.hpp"

#include <re2/re2.h>

namespace outrider {
namespace {

re2::RE2::Options quiet() {
    re2::RE2::Options options;
    options.set_log_errors(false);
    return options;
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
    const std::string_view whole = without_cut_character(body);
    if (is_valid_utf8(whole)) {
        if (re2::RE2::PartialMatch({whole.data(), whole.size()}, *regex_)) return true;
        // What looks like the start of a character may be a last letter in Latin-1.
        if (cut || whole.size() == body.size()) return false;
    }
    return re2::RE2::PartialMatch(from_latin1(body), *regex_);
}

}  // namespace outrider
