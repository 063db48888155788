#include "outrider/model/text.hpp"

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
        const Character character = take_character(bytes);
        visit(character.code, character.bytes);
    }
}

}  // namespace

Character take_character(std::string_view& text) {
    const Decoded decoded = decode(text);
    const Character character = decoded.size == 0 ? Character{0xFFFD, replacement}
                                                  : Character{decoded.code, text.substr(0, decoded.size)};
    text.remove_prefix(decoded.size == 0 ? 1 : decoded.size);
    return character;
}

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

}  // namespace outrider
