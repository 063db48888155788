#include "field.hpp"

#include <algorithm>

namespace outrider {
namespace {

void append_on_one_line(std::string& head, std::string_view text) {
    const auto start = static_cast<std::ptrdiff_t>(head.size());
    head.append(text);
    std::replace_if(
        head.begin() + start, head.end(), [](char c) { return c == '\r' || c == '\n' || c == '\0'; }, ' ');
}

}  // namespace

void append_field(std::string& head, std::string_view name, std::string_view value) {
    append_on_one_line(head, name);
    head += ": ";
    append_on_one_line(head, value);
    head += "\r\n";
}

}  // namespace outrider
