#include "field.hpp"

namespace outrider {
namespace {

void append_on_one_line(std::string& head, std::string_view text) {
    for (const char c : text) {
        head += c == '\r' || c == '\n' || c == '\0' ? ' ' : c;
    }
}

}  // namespace

void append_field(std::string& head, std::string_view name, std::string_view value) {
    append_on_one_line(head, name);
    head += ": ";
    append_on_one_line(head, value);
    head += "\r\n";
}

}  // namespace outrider
