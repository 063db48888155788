#include "outrider/model/spelling.hpp"

#include "outrider/model/header.hpp"
#include "outrider/model/html_entities.hpp"
#include "outrider/model/percent.hpp"

#include <algorithm>
#include <numeric>

namespace outrider {
namespace {

bool is_blank(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= ' ' || byte == 0x7F;
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::string starred(std::string_view text, Spans spans) {
    std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
    std::string shown;
    std::size_t done = 0;
    for (const Span& span : spans) {
        if (span.begin == span.end) continue;
        const bool apart = shown.empty() || span.begin > done;
        if (apart) shown.append(text.substr(done, span.begin - done)).append("***");
        done = std::max(done, span.end);
    }
    return shown.append(text.substr(done));
}

Spelling Spelling::as_written(std::string_view written) {
    Spelling spelling(written);
    spelling.text_ = to_lower(written);
    spelling.starts_.resize(written.size() + 1);
    std::iota(spelling.starts_.begin(), spelling.starts_.end(), std::size_t{0});
    return spelling;
}

Spelling Spelling::unescaped(std::string_view written) {
    Spelling spelling(written);
    spelling.text_.reserve(written.size());
    spelling.starts_.reserve(written.size() + 1);
    for (std::size_t i = 0; i < written.size(); ++i)
        spelling.push(written[i], i);
    spelling.starts_.push_back(written.size());
    return spelling;
}

bool Spelling::was_escaped(std::size_t at) const {
    static constexpr std::string_view leads = "%&\\";
    return starts_[at + 1] - starts_[at] > 1 && leads.find(written_[starts_[at]]) != std::string_view::npos;
}

// Each escape is undone when its last byte comes, and what it stood for may end another one.
void Spelling::push(char c, std::size_t start) {
    if (is_blank(c) && text_.ends_with(' ')) return;
    text_ += is_blank(c) ? ' ' : lower(c);
    starts_.push_back(start);
    undo_escape();
}

void Spelling::undo_escape() {
    static constexpr std::string_view after_backslash = "\"'/\\";
    const std::string_view text = text_;
    const std::size_t size = text.size();
    if (text.ends_with(';')) {
        const std::size_t lead = text.rfind('&');
        if (lead == std::string_view::npos || size - lead - 2 > longest_reference) return;
        if (const auto character = referenced(text.substr(lead + 1, size - lead - 2))) {
            replace_tail(lead, *character);
        }
    } else if (size >= 3 && text[size - 3] == '%') {
        const int byte = encoded_byte(text, size - 3);
        if (byte >= 0) replace_tail(size - 3, std::string(1, static_cast<char>(byte)));
    } else if (size >= 6 && text.substr(size - 6, 2) == "\\u") {
        if (const auto character = referenced("#x" + text_.substr(size - 4))) {
            replace_tail(size - 6, *character);
        }
    } else if (size >= 2 && text[size - 2] == '\\' &&
               after_backslash.find(text.back()) != std::string_view::npos) {
        replace_tail(size - 2, std::string(1, text.back()));
    }
}

void Spelling::replace_tail(std::size_t from, std::string_view by) {
    const std::size_t start = starts_[from];
    text_.resize(from);
    starts_.resize(from);
    for (const char c : by)
        push(c, start);
}

}  // namespace outrider
