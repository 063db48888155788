#include "outrider/model/text.hpp"

#include "outrider/model/base64.hpp"
#include "outrider/model/header.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>

namespace outrider {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

struct Decoded {
    std::uint32_t code = 0;
    std::size_t size = 0;  ///< 0: no whole character starts here
};

// How long the character is that this byte starts; 0 for one that goes on or starts none.
std::size_t length_of_character(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead < 0xC2 || lead > 0xF4) return 0;
    return lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
}

// RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF.
Decoded decode(std::string_view bytes) {
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const unsigned char lead = at(0);
    const std::size_t size = length_of_character(lead);
    if (size == 1) return {lead, 1};
    if (size == 0 || bytes.size() < size) return {};
    std::uint32_t code = lead & (0x7Fu >> size);
    for (std::size_t i = 1; i < size; ++i) {
        if ((at(i) & 0xC0) != 0x80) return {};
        code = code << 6 | (at(i) & 0x3Fu);
    }
    static constexpr std::uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (code < smallest[size] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {};
    return {code, size};
}

bool is_ascii(std::string_view bytes) {
    unsigned char all = 0;
    for (const char c : bytes)
        all |= static_cast<unsigned char>(c);
    return all < 0x80;
}

bool is_control(std::uint32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0);
}

// Bidirectional marks, embeddings, overrides and isolates, and the line and paragraph separators.
bool is_bidi(std::uint32_t code) {
    return code == 0x61C || code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

template <class Visit>
void for_each_character(std::string_view bytes, Visit visit) {
    while (!bytes.empty()) {
        const Decoded character = decode(bytes);
        if (character.size == 0) {
            visit(std::uint32_t{0xFFFD}, replacement);
            bytes.remove_prefix(1);
        } else {
            visit(character.code, bytes.substr(0, character.size));
            bytes.remove_prefix(character.size);
        }
    }
}

bool is_alphanumeric(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr std::string_view ellipsis = "\xE2\x80\xA6";

// RFC 3986: what never needs to be encoded, and what need not be in a userinfo.
constexpr std::string_view unreserved = "-._~";
constexpr std::string_view unreserved_and_sub_delims = "-._~!$&'()*+,;=";

std::string percent_encoded(std::string_view text, std::string_view plain, const char* format) {
    std::string encoded;
    for (const char c : text) {
        if (is_alphanumeric(c) || plain.find(c) != std::string_view::npos) {
            encoded += c;
        } else {
            char hex[4];
            std::snprintf(hex, sizeof hex, format, static_cast<unsigned>(static_cast<unsigned char>(c)));
            encoded += hex;
        }
    }
    return encoded;
}

}  // namespace

std::string to_valid_utf8(std::string_view bytes) {
    if (is_ascii(bytes)) return std::string(bytes);
    std::string text;
    text.reserve(bytes.size());
    for_each_character(bytes, [&](std::uint32_t, std::string_view character) { text += character; });
    return text;
}

bool is_valid_utf8(std::string_view bytes) {
    if (is_ascii(bytes)) return true;
    while (!bytes.empty()) {
        const std::size_t size = decode(bytes).size;
        if (size == 0) return false;
        bytes.remove_prefix(size);
    }
    return true;
}

std::string_view without_cut_character(std::string_view bytes) {
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, bytes.size()); ++back) {
        const auto byte = static_cast<unsigned char>(bytes[bytes.size() - back]);
        if ((byte & 0xC0) == 0x80) continue;
        if (length_of_character(byte) > back) bytes.remove_suffix(back);
        break;
    }
    return bytes;
}

std::string one_line(std::string_view bytes, std::size_t limit) {
    std::string line;
    std::size_t characters = 0;
    std::size_t last_size = 0;
    bool gap = false;
    bool cut = false;
    const auto append = [&](std::string_view character) {
        if (characters == limit) {
            cut = true;
            return;
        }
        line += character;
        last_size = character.size();
        ++characters;
    };
    for_each_character(bytes, [&](std::uint32_t code, std::string_view character) {
        if (cut) return;
        if (code == ' ' || is_control(code) || is_bidi(code)) {
            gap = !line.empty();
            return;
        }
        if (gap) append(" ");
        gap = false;
        append(character);
    });
    if (cut) {
        line.resize(line.size() - last_size);
        line += ellipsis;
    }
    return line;
}

std::string without_userinfo(std::string_view text) {
    const std::size_t at = text.rfind('@');
    if (at == std::string_view::npos || text.substr(0, at).find(':') == std::string_view::npos)
        return std::string(text);
    const std::size_t scheme = text.substr(0, at).find("://");
    const std::size_t start = scheme == std::string_view::npos ? 0 : scheme + 3;
    return std::string(text.substr(0, start)).append("***").append(text.substr(at));
}

std::string escape_for_terminal(std::string_view text) {
    std::string shown;
    for_each_character(text, [&](std::uint32_t code, std::string_view character) {
        char escaped[16];
        if (is_control(code)) {
            std::snprintf(escaped, sizeof escaped, "\\x%02X", code);
            shown += escaped;
        } else if (is_bidi(code)) {
            std::snprintf(escaped, sizeof escaped, "\\u{%04X}", code);
            shown += escaped;
        } else {
            shown += character;
        }
    });
    return shown;
}

namespace {

// The longest first: it may hold a shorter one.
bool longer(const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
}

}  // namespace

void Scrubber::add(std::string_view secret, std::size_t min_length) {
    if (secret.empty() || secret.size() < min_length) return;
    const std::string forms[] = {std::string(secret),
                                 to_lower(secret),
                                 percent_encoded(secret, unreserved, "%%%02X"),
                                 percent_encoded(secret, unreserved, "%%%02x"),
                                 percent_encoded(secret, unreserved_and_sub_delims, "%%%02X"),
                                 percent_encoded(secret, unreserved_and_sub_delims, "%%%02x"),
                                 base64_encode(secret)};
    for (const std::string& form : forms) {
        const auto place = std::lower_bound(needles_.begin(), needles_.end(), form, longer);
        if (place == needles_.end() || *place != form) needles_.insert(place, form);
    }
}

void Scrubber::add_basic(std::string_view user, std::string_view password) {
    add(password.empty() ? user : password);
    add(base64_encode(std::string(user) + ':' + std::string(password)));
}

std::string Scrubber::scrub(std::string_view text) const {
    std::string scrubbed(text);
    for (const std::string& needle : needles_) {
        for (std::size_t at = scrubbed.find(needle); at != std::string::npos;
             at = scrubbed.find(needle, at + 3)) {
            scrubbed.replace(at, needle.size(), "***");
        }
    }
    hide_cut_off(scrubbed);
    return scrubbed;
}

// What stands before an ellipsis may be the beginning of a secret.
void Scrubber::hide_cut_off(std::string& text) const {
    constexpr std::size_t shortest = 3;
    for (std::size_t end = text.find(ellipsis); end != std::string::npos;
         end = text.find(ellipsis, end + 4)) {
        for (const std::string& needle : needles_) {
            std::size_t size = std::min(needle.size() - 1, end);
            while (size >= shortest && text.compare(end - size, size, needle, 0, size) != 0)
                --size;
            if (size < shortest) continue;
            text.replace(end - size, size, "***");
            end = end - size + 3;
        }
    }
}

}  // namespace outrider
