#pragma once

#include "outrider/diagnose/diagnosis.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// The lines of the summary. What they show is escaped, then made to fit, then coloured.
class SummaryLines {
public:
    SummaryLines(bool colour, std::size_t width) : colour_(colour), width_(width) {}

    /// One target or proxy: the word that is thought of it, and its cells in columns of their own.
    struct Row {
        std::string_view word;
        std::optional<State> state;  ///< what the word is coloured by
        std::vector<std::string> cells;
    };

    void headline(State state, std::string_view text);
    /// A label and what it says, on as many lines as that takes.
    void say(std::string_view label, std::string_view text);
    /// Rows with their columns aligned, one line each.
    void table(const std::vector<Row>& rows);

    std::string take() { return std::move(text_); }

private:
    void append(std::string_view line, std::size_t at, std::string_view word, std::optional<State> state);

    bool colour_;
    std::size_t width_;
    std::string text_;
};

}  // namespace outrider
