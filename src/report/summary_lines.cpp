#include "report/summary_lines.hpp"

#include "outrider/model/text.hpp"
#include "report/columns.hpp"

#include <algorithm>

namespace outrider {
namespace {

constexpr std::size_t label_width = 10;
constexpr std::size_t word_width = 10;

std::string_view colour_of(State state) {
    switch (state) {
        case State::healthy:
            return "\x1b[1;32m";
        case State::degraded:
            return "\x1b[1;33m";
        case State::critical:
            return "\x1b[1;31m";
    }
    return "";
}

}  // namespace

void SummaryLines::headline(State state, std::string_view text) {
    append(padded(to_string(state), label_width) + escape_for_terminal(text), 0, to_string(state), state);
}

void SummaryLines::say(std::string_view label, std::string_view text) {
    const std::size_t room = width_ > label_width ? width_ - label_width : 1;
    for (const std::string& line : wrap(escape_for_terminal(text), room)) {
        append(padded(label, label_width) + line, 0, {}, std::nullopt);
        label = {};
    }
}

void SummaryLines::table(const std::vector<Row>& rows) {
    std::vector<std::size_t> widths;
    for (const Row& row : rows) {
        widths.resize(std::max(widths.size(), row.cells.size()));
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            widths[i] = std::max(widths[i], row.cells[i].size());
        }
    }
    for (const Row& row : rows) {
        std::string line = "  " + padded(row.word, word_width);
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const std::string cell = escape_for_terminal(row.cells[i]);
            line += "  " + (i + 1 < row.cells.size() ? padded(cell, widths[i]) : cell);
        }
        append(line, 2, row.word, row.state);
    }
}

void SummaryLines::append(std::string_view line, std::size_t at, std::string_view word,
                          std::optional<State> state) {
    std::string shown = fit(line, width_);
    if (colour_ && state && shown.compare(at, word.size(), word) == 0) {
        shown.insert(at + word.size(), "\x1b[0m");
        shown.insert(at, colour_of(*state));
    }
    text_ += shown + '\n';
}

}  // namespace outrider
