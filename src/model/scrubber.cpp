#include "outrider/model/scrubber.hpp"

#include "outrider/model/base64.hpp"
#include "outrider/model/text.hpp"

#include <algorithm>

namespace outrider {
namespace {

constexpr std::size_t shortest_within_words = 4;
constexpr std::size_t shortest_beginning = 3;
constexpr std::size_t shortest_within_base64 = 6;
constexpr std::size_t longest_escape = 6;

bool is_alphanumeric(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
}

bool is_word(std::string_view text, std::size_t begin, std::size_t end) {
    return (begin == 0 || !is_alphanumeric(text[begin - 1])) &&
           (end == text.size() || !is_alphanumeric(text[end]));
}

/// What becomes of `text` where a reader takes another charset for UTF-8.
std::string in_another_charset(std::string_view text) {
    std::string read;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) read += c;
        if (byte >= 0xC0) read += "\xEF\xBF\xBD";
    }
    return read;
}

/// What is left of `text` where tags are taken out of a page that holds it.
std::vector<std::string_view> outside_of_tags(std::string_view text) {
    std::vector<std::string_view> pieces;
    for (std::size_t end = 0; end != std::string_view::npos;) {
        const std::size_t tag = text.find('<');
        pieces.push_back(text.substr(0, tag));
        end = tag == std::string_view::npos ? tag : text.find('>', tag);
        if (end != std::string_view::npos) text.remove_prefix(end + 1);
    }
    return pieces;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
    return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

std::string with(std::string text, char wanted, char unwanted) {
    std::replace(text.begin(), text.end(), unwanted, wanted);
    return text;
}

// Of base64; at the end of another secret it tells little.
std::string_view without_padding(std::string_view text) {
    return text.substr(0, text.find_last_not_of('=') + 1);
}

/// What the base64 of any text that holds `secret` after `before` bytes, by threes, has of it for sure.
std::string base64_within(std::string_view secret, std::size_t before) {
    const std::string encoded = base64_encode(std::string(before, '\0').append(secret));
    const std::size_t begin = (before * 8 + 5) / 6;
    const std::size_t end = (before + secret.size()) * 8 / 6;
    return encoded.substr(begin, end - begin);
}

// Where the text ends before an ellipsis at `end`, less an escape that was cut off itself.
std::size_t before_cut_escape(std::string_view text, std::size_t end) {
    const std::size_t lead = text.substr(0, end).find_last_of("%&\\");
    return lead != std::string_view::npos && end - lead <= longest_escape ? lead : end;
}

}  // namespace

void Scrubber::add(std::string_view secret, std::size_t min_length) {
    if (secret.empty() || secret.size() < min_length) return;
    const std::string text = to_valid_utf8(secret);
    add_needle(text);
    add_needle(in_another_charset(text));
    add_needle(with(text, '+', ' '));  // as forms encode it
    add_needle(with(text, ' ', '+'));
    add_needle(base64_encode(secret));
    for (std::size_t before = 0; before < 3; ++before) {
        const std::string within = base64_within(secret, before);
        if (within.size() >= shortest_within_base64) add_needle(within);
    }
    if (text.find('<') == std::string::npos) return;
    for (const std::string_view piece : outside_of_tags(text))
        add(piece);
}

void Scrubber::add_basic(std::string_view user, std::string_view password) {
    add(password.empty() ? user : password);
    add(base64_encode(std::string(user) + ':' + std::string(password)));
}

void Scrubber::add_needle(std::string_view form) {
    for (const Spelling& spelling : {Spelling::as_written(form), Spelling::unescaped(form)}) {
        for (const std::string_view needle :
             {trimmed(spelling.text()), without_padding(trimmed(spelling.text()))}) {
            const bool known = std::find(needles_.begin(), needles_.end(), needle) != needles_.end();
            if (!known && !needle.empty()) needles_.emplace_back(needle);
        }
    }
}

std::string Scrubber::scrub(std::string_view text) const {
    if (empty()) return std::string(text);
    const std::string valid = to_valid_utf8(text);
    Spans found;
    for (const Spelling& spelling : {Spelling::as_written(valid), Spelling::unescaped(valid)}) {
        find_whole(spelling, found);
        find_cut_off(spelling, found);
    }
    return found.empty() ? std::string(text) : starred(valid, std::move(found));
}

void Scrubber::find_whole(const Spelling& spelling, Spans& found) const {
    const std::string& text = spelling.text();
    for (const std::string& needle : needles_) {
        for (std::size_t at = text.find(needle); at != std::string::npos; at = text.find(needle, at + 1)) {
            const std::size_t end = at + needle.size();
            if (needle.size() >= shortest_within_words || is_word(text, at, end)) {
                found.push_back(spelling.written(at, end));
            }
        }
    }
}

// What stands before an ellipsis may be the beginning of a secret.
void Scrubber::find_cut_off(const Spelling& spelling, Spans& found) const {
    const std::string& text = spelling.text();
    for (std::size_t cut = text.find(ellipsis); cut != std::string::npos;
         cut = text.find(ellipsis, cut + 1)) {
        for (const std::size_t end : {cut, before_cut_escape(text, cut)}) {
            for (const std::string& needle : needles_) {
                std::size_t size = std::min(needle.size() - 1, end);
                while (size >= shortest_beginning && text.compare(end - size, size, needle, 0, size) != 0)
                    --size;
                if (size >= shortest_beginning) found.push_back(spelling.written(end - size, cut));
            }
        }
    }
}

}  // namespace outrider
