#include "report/json_writer.hpp"

#include "outrider/model/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace outrider {
namespace {

constexpr std::array<bool, 256> plain = [] {
    std::array<bool, 256> table{};
    for (std::size_t c = ' '; c <= '~'; ++c)
        table[c] = c != '"' && c != '\\';
    return table;
}();

bool needs_no_escape(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return plain[static_cast<unsigned char>(c)]; });
}

}  // namespace

void JsonWriter::key(std::string_view name) {
    begin_item();
    if (needs_no_escape(name)) {
        pending_.append(1, '"').append(name).append(1, '"');
    } else {
        clean_and_quote(name);
    }
    pending_ += pretty_ ? ": " : ":";
    after_key_ = true;
}

void JsonWriter::end_line() {
    pending_ += '\n';
    has_items_ = false;
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
    pending_ += bytes;
}

void JsonWriter::open(std::string_view bracket) {
    begin_item();
    pending_ += bracket;
    has_items_ = false;
    ++depth_;
}

void JsonWriter::close(std::string_view bracket) {
    --depth_;
    if (has_items_) new_line();
    pending_ += bracket;
    has_items_ = true;
}

void JsonWriter::begin_item() {
    if (after_key_) {
        after_key_ = false;
        return;
    }
    if (has_items_) pending_ += ',';
    if (depth_ > 0) new_line();
    has_items_ = true;
}

void JsonWriter::new_line() {
    if (!pretty_) return;
    pending_.append(1, '\n').append(2 * depth_, ' ');
}

void JsonWriter::hand_over() {
    raw(pending_);
    pending_.clear();
}

// Engines differ in what they make of bytes that are not UTF-8, so none gets to see them.
void JsonWriter::clean_and_quote(std::string_view text) {
    hand_over();
    if (is_valid_utf8(text)) {
        quoted(text);
    } else {
        quoted(to_valid_utf8(text));
    }
}

}  // namespace outrider
