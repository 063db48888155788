#include "report/columns.hpp"

namespace outrider {
namespace {

// How wide a character is, by its first byte: E1 and above start the scripts from U+1000 on, some of them
// wide.
std::size_t columns_of(unsigned char lead) {
    if (lead >= 0x80 && lead < 0xC0) return 0;  // goes on
    return lead < 0xE1 ? 1 : 2;
}

}  // namespace

std::string fit(std::string_view text, std::size_t columns) {
    if (columns == 0) return {};
    std::size_t used = 0;
    std::size_t cut = 0;  // where the text ends if it has to make room for the ellipsis
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t width = columns_of(static_cast<unsigned char>(text[i]));
        if (used + width > columns) return std::string(text.substr(0, cut)) + "\xE2\x80\xA6";
        if (width != 0 && used < columns) cut = i;
        used += width;
    }
    return std::string(text);
}

std::string padded(std::string_view text, std::size_t columns) {
    std::string filled(text);
    std::size_t used = 0;
    for (const char c : text)
        used += columns_of(static_cast<unsigned char>(c));
    if (used < columns) filled.append(columns - used, ' ');
    return filled;
}

}  // namespace outrider
