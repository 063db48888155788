#include "outrider/model/html_entities.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

namespace outrider {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> names{{
    {"amp", "&"},
    {"lt", "<"},
    {"gt", ">"},
    {"quot", "\""},
    {"apos", "'"},
    {"nbsp", " "},
    {"rsquo", "'"},
    {"hellip", "..."},
}};

void append_utf8(std::string& out, std::uint32_t code) {
    const auto byte = [&](std::uint32_t value) { out += static_cast<char>(value); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xC0 | code >> 6);
        byte(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        byte(0xE0 | code >> 12);
        byte(0x80 | (code >> 6 & 0x3F));
        byte(0x80 | (code & 0x3F));
    } else {
        byte(0xF0 | code >> 18);
        byte(0x80 | (code >> 12 & 0x3F));
        byte(0x80 | (code >> 6 & 0x3F));
        byte(0x80 | (code & 0x3F));
    }
}

std::optional<std::uint32_t> parse_code(std::string_view digits) {
    const bool hex = !digits.empty() && (digits.front() | 0x20) == 'x';
    if (hex) digits.remove_prefix(1);
    std::uint32_t code = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), code, hex ? 16 : 10);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return std::nullopt;
    return code;
}

}  // namespace

std::optional<std::string> referenced(std::string_view reference) {
    if (!reference.empty() && reference.front() == '#') {
        const auto code = parse_code(reference.substr(1));
        if (!code) return std::nullopt;
        std::string character;
        append_utf8(character, *code == 0xA0 ? ' ' : *code);
        return character;
    }
    for (const auto& [name, value] : names) {
        if (reference == name) return std::string(value);
    }
    return std::nullopt;
}

void append_decoded(std::string& out, std::string_view text) {
    while (true) {
        const std::size_t start = text.find('&');
        out += text.substr(0, start);
        if (start == std::string_view::npos) return;
        text.remove_prefix(start + 1);
        const std::size_t end = text.substr(0, longest_reference + 1).find(';');
        const auto character = end != std::string_view::npos ? referenced(text.substr(0, end)) : std::nullopt;
        out += character.value_or("&");
        if (character) text.remove_prefix(end + 1);
    }
}

}  // namespace outrider
