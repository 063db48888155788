#include "classify/charset.hpp"

#include "classify/charset_labels.hpp"
#include "classify/page.hpp"
#include "outrider/model/text.hpp"

#include <re2/re2.h>

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <utility>

namespace outrider {
namespace {

// How far into a page its charset may be declared.
constexpr std::size_t declared_within = 1024;
constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";
constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::pair<std::string_view, const char*> marks[] = {
    {utf8_mark, "UTF-8"},
    {"\xFE\xFF", "UTF-16BE"},
    {"\xFF\xFE", "UTF-16LE"},
};

// Whatever is declared. A NUL is half of a UTF-16 character, and ESC shifts the charset of ISO-2022-JP.
bool reads_as_utf8(std::string_view body) {
    static constexpr std::string_view of_others("\0\x1B", 2);
    const auto has = [&](char c) { return body.find(c) != std::string_view::npos; };
    return std::none_of(of_others.begin(), of_others.end(), has) &&
           is_valid_utf8(without_cut_character(body));
}

bool is_utf16(std::string_view charset) {
    return charset.substr(0, 6) == "UTF-16";
}

// The charset that `text` names in a parameter or an attribute.
const char* charset_in(const std::string& text) {
    static const re2::RE2 parameter(R"re((?i)\bcharset\s*=\s*["']?\s*([^\s"';,]+))re", re2::RE2::Latin1);
    std::string label;
    return re2::RE2::PartialMatch(text, parameter, &label) ? charset_named(label) : nullptr;
}

const char* charset_in_page(const Answer& answer) {
    static const re2::RE2 declaration(R"re((?im)^(meta (?:.* )?(?:charset=|http-equiv="content-type").*)$)re",
                                      re2::RE2::Latin1);
    const Page start({.status = answer.status,
                      .http_minor = answer.http_minor,
                      .headers = answer.headers,
                      .body = answer.body.substr(0, declared_within),
                      .truncated = true});
    const std::string_view markup = start.at(Place::markup);
    re2::StringPiece rest(markup.data(), markup.size());
    std::string meta;
    while (re2::RE2::FindAndConsume(&rest, declaration, &meta)) {
        const char* charset = charset_in(meta);
        // A page whose bytes say so is not in UTF-16.
        if (charset != nullptr) return is_utf16(charset) ? "UTF-8" : charset;
    }
    return nullptr;
}

const char* charset_of(const Answer& answer) {
    for (const auto& [mark, charset] : marks) {
        if (answer.body.compare(0, mark.size(), mark) == 0) return charset;
    }
    const std::string* type = find_header(answer.headers, "Content-Type");
    const char* charset = type != nullptr ? charset_in(*type) : nullptr;
    return charset != nullptr ? charset : charset_in_page(answer);
}

std::optional<std::string> decoded(std::string_view bytes, const char* charset) {
    const iconv_t opened = ::iconv_open("UTF-8", charset);
    if (opened == reinterpret_cast<iconv_t>(-1)) return std::nullopt;
    const std::unique_ptr<void, int (*)(iconv_t)> decoder(opened, &::iconv_close);
    const std::size_t unit = is_utf16(charset) ? 2 : 1;

    std::string text;
    std::array<char, 4096> piece;
    auto* next = const_cast<char*>(bytes.data());
    std::size_t left = bytes.size();
    // False, with the reason in errno, where there is more to be done.
    const auto append = [&](char** from) {
        char* end = piece.data();
        std::size_t room = piece.size();
        const bool done = ::iconv(decoder.get(), from, &left, &end, &room) != static_cast<std::size_t>(-1);
        const int reason = errno;
        text.append(piece.data(), end);
        errno = reason;
        return done;
    };
    while (!append(&next)) {
        // A character that is cut off at the end is left out.
        if (errno == EINVAL) break;
        if (errno == E2BIG) continue;
        text += replacement;
        const std::size_t bad = std::min(unit, left);
        next += bad;
        left -= bad;
    }
    // What was held back for a mark that might follow it.
    append(nullptr);
    if (text.compare(0, utf8_mark.size(), utf8_mark) == 0) text.erase(0, utf8_mark.size());
    return text;
}

}  // namespace

std::optional<Answer> in_utf8(const Answer& answer) {
    if (reads_as_utf8(answer.body)) return std::nullopt;
    const char* charset = charset_of(answer);
    if (charset == nullptr || std::string_view(charset) == "UTF-8") return std::nullopt;
    auto text = decoded(answer.body, charset);
    if (!text) return std::nullopt;
    return Answer{.status = answer.status,
                  .http_minor = answer.http_minor,
                  .headers = answer.headers,
                  .body = *std::move(text),
                  .truncated = answer.truncated};
}

}  // namespace outrider
