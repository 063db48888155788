#include "report/markup.hpp"

#include "outrider/model/text.hpp"

namespace outrider {
namespace {

std::string_view entity_of(std::uint32_t code) {
    constexpr std::string_view none;
    switch (code) {
        case '&':
            return "&amp;";
        case '<':
            return "&lt;";
        case '>':
            return "&gt;";
        case '"':
            return "&quot;";
        case '\'':
            return "&#39;";
        case 0xFFFE:
        case 0xFFFF:
            return "\xEF\xBF\xBD";
        default:
            return none;
    }
}

}  // namespace

std::string escape_markup(std::string_view text) {
    const std::string shown = escape_for_terminal(text);
    std::string escaped;
    for (std::string_view rest = shown; !rest.empty();) {
        const Character character = take_character(rest);
        const std::string_view entity = entity_of(character.code);
        escaped += entity.empty() ? character.bytes : entity;
    }
    return escaped;
}

std::string attribute(std::string_view name, std::string_view value) {
    return (' ' + std::string(name)).append("=\"").append(escape_markup(value)) + '"';
}

}  // namespace outrider
