#include "report/columns.hpp"

#include <algorithm>

namespace outrider {
namespace {

// How wide a character is, by its first byte: E1 and above start the scripts from U+1000 on, some of them
// wide.
std::size_t columns_of(unsigned char lead) {
    if (lead >= 0x80 && lead < 0xC0) return 0;  // goes on
    return lead < 0xE1 ? 1 : 2;
}

std::size_t width_of(std::string_view text) {
    std::size_t width = 0;
    for (const char c : text)
        width += columns_of(static_cast<unsigned char>(c));
    return width;
}

}  // namespace

std::string fit(std::string_view text, std::size_t columns) {
    if (columns == 0) return {};
    std::size_t used = 0;
    std::size_t cut = 0;  // where the text ends if it has to make room for the ellipsis
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t width = columns_of(static_cast<unsigned char>(text[i]));
        if (width != 0 && used < columns) cut = i;
        if (used + width > columns) return std::string(text.substr(0, cut)) + "\xE2\x80\xA6";
        used += width;
    }
    return std::string(text);
}

std::vector<std::string> wrap(std::string_view text, std::size_t columns) {
    std::vector<std::string> lines;
    std::string line;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t needed = line.empty() ? 0 : width_of(line) + 1;
        if (!line.empty() && needed + width_of(word) > columns) {
            lines.push_back(fit(line, columns));
            line.clear();
        }
        if (!line.empty()) line += ' ';
        line += word;
    }
    lines.push_back(fit(line, columns));
    return lines;
}

std::string padded(std::string_view text, std::size_t columns) {
    std::string filled(text);
    const std::size_t used = width_of(text);
    if (used < columns) filled.append(columns - used, ' ');
    return filled;
}

}  // namespace outrider
