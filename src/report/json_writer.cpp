#include "report/json_writer.hpp"

#include "outrider/model/text.hpp"

#include <algorithm>
#include <charconv>

namespace outrider {

void JsonWriter::key(std::string_view name) {
    begin_item();
    clean_and_quote(name);
    raw(pretty_ ? ": " : ":");
    after_key_ = true;
}

void JsonWriter::integer(std::uint64_t value) {
    char digits[20];
    const char* end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    scalar({digits, static_cast<std::size_t>(end - digits)});
}

void JsonWriter::real(const Decimal& value) {
    scalar(to_string(value));
}

void JsonWriter::string(std::string_view text) {
    begin_item();
    clean_and_quote(text);
}

void JsonWriter::scalar(std::string_view bytes) {
    begin_item();
    raw(bytes);
}

void JsonWriter::open(std::string_view bracket) {
    begin_item();
    raw(bracket);
    has_items_ = false;
    ++depth_;
}

void JsonWriter::close(std::string_view bracket) {
    --depth_;
    if (has_items_) new_line();
    raw(bracket);
    has_items_ = true;
}

void JsonWriter::begin_item() {
    if (after_key_) {
        after_key_ = false;
        return;
    }
    if (has_items_) raw(",");
    if (depth_ > 0) new_line();
    has_items_ = true;
}

void JsonWriter::new_line() {
    if (!pretty_) return;
    raw("\n");
    for (std::size_t i = 0; i < depth_; ++i)
        raw("  ");
}

// Engines differ in what they make of bytes that are not UTF-8, so none gets to see them.
void JsonWriter::clean_and_quote(std::string_view text) {
    const bool ascii =
        std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (ascii) {
        quoted(text);
    } else {
        quoted(to_valid_utf8(text));
    }
}

}  // namespace outrider
