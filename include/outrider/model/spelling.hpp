#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// From `begin` to before `end`, in bytes.
struct Span {
    std::size_t begin = 0;
    std::size_t end = 0;
};
using Spans = std::vector<Span>;

/// `text` with `***` in place of each span that is not empty, and of several that touch.
std::string starred(std::string_view text, Spans spans);

/// A text in lower case that still knows where each of its bytes stood in the text as it was written.
class Spelling {
public:
    /// Nothing else is changed.
    static Spelling as_written(std::string_view written);
    /// Escapes (percent, HTML, JSON, one within another) are undone, and runs of blanks are one: what is the
    /// same text in two spellings reads alike.
    static Spelling unescaped(std::string_view written);

    const std::string& text() const { return text_; }
    /// Whether the byte at `at` was written as an escape.
    bool was_escaped(std::size_t at) const;
    /// Where `begin` to `end` of `text()` was written.
    Span written(std::size_t begin, std::size_t end) const { return {starts_[begin], starts_[end]}; }

private:
    explicit Spelling(std::string_view written) : written_(written) {}

    void push(char c, std::size_t start);
    void undo_escape();
    void replace_tail(std::size_t from, std::string_view by);

    std::string_view written_;
    std::string text_;
    std::vector<std::size_t> starts_;  ///< of each byte of `text_`, and of its end
};

}  // namespace outrider
