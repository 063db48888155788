#include "classify/needles.hpp"

#include "outrider/model/header.hpp"

#include <algorithm>
#include <optional>

namespace outrider {
namespace {

bool is_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

char lowered(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

using Needles = std::vector<std::string>;

/// Walks a pattern by the syntax that signatures use. Of things in a row the one whose shortest needle is
/// longest is kept; of alternatives all are needed. Syntax beyond that is not read but given up, so that
/// RE2's fine print can never make a needle that a match does not hold.
class Walk {
public:
    Walk(std::string_view pattern, std::size_t shortest, std::size_t depth = 0)
        : rest_(pattern), shortest_(shortest), depth_(depth) {}

    /// Up to the end of the group that it stands in.
    Needles alternatives() {
        Needles all;
        bool usable = true;
        while (true) {
            const Needles branch = row();
            usable &= !branch.empty();
            all.insert(all.end(), branch.begin(), branch.end());
            if (!take('|')) break;
        }
        return usable && !gave_up_ ? all : Needles();
    }

private:
    Needles row() {
        best_.clear();
        run_.clear();
        while (!rest_.empty() && rest_.front() != '|' && rest_.front() != ')')
            step();
        end_run();
        return best_;
    }

    void step() {
        const char c = rest_.front();
        rest_.remove_prefix(1);
        switch (c) {
            case '(':
                group();
                break;
            case '[':
                end_run();
                skip_class();
                break;
            case '\\':
                escape();
                break;
            case '?':
            case '*':
            case '{':
                drop_last();
                if (c == '{') skip_count();
                break;
            case '+':
            case '.':
            case '^':
            case '$':
                end_run();
                break;
            default:
                run_ += c;
        }
    }

    bool take(char c) {
        if (rest_.empty() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }

    void give_up() {
        gave_up_ = true;
        rest_ = {};
    }

    // A character with an optional or counted repetition is not always there.
    void drop_last() {
        if (!run_.empty()) run_.pop_back();
        end_run();
    }

    // "2}", "2,}" or "2,3}": any other brace is a plain character to RE2.
    void skip_count() {
        const std::size_t end = rest_.find_first_not_of("0123456789,");
        if (end == std::string_view::npos || end == 0 || rest_[end] != '}') return give_up();
        rest_.remove_prefix(end + 1);
    }

    // Of escapes only punctuation stands for itself.
    void escape() {
        if (rest_.empty()) return give_up();
        const char c = rest_.front();
        rest_.remove_prefix(1);
        if (!is_word(c)) {
            run_ += c;
        } else if (std::string_view("bBdDsSwWnrt").find(c) != std::string_view::npos) {
            end_run();
        } else {
            give_up();
        }
    }

    void skip_class() {
        take('^');
        take(']');
        while (!rest_.empty() && !take(']')) {
            if (rest_.front() == '[') return give_up();
            rest_.remove_prefix(std::min<std::size_t>(rest_.front() == '\\' ? 2 : 1, rest_.size()));
        }
    }

    void group() {
        end_run();
        if (take('?') && !take(':')) return give_up();
        if (depth_ == deepest) return give_up();
        Walk inside(rest_, shortest_, depth_ + 1);
        const Needles needles = inside.alternatives();
        if (inside.gave_up_) return give_up();
        rest_ = inside.rest_;
        take(')');
        const bool optional =
            !rest_.empty() && std::string_view("?*{").find(rest_.front()) != std::string_view::npos;
        if (!optional) offer(needles);
    }

    void offer(const Needles& needles) {
        if (length_of_shortest(needles) > length_of_shortest(best_)) best_ = needles;
    }
    static std::size_t length_of_shortest(const Needles& needles) {
        std::size_t length = 0;
        for (const std::string& needle : needles) {
            length = length == 0 ? needle.size() : std::min(length, needle.size());
        }
        return length;
    }

    void end_run() {
        if (run_.size() >= shortest_) offer({to_lower(run_)});
        run_.clear();
    }

    static constexpr std::size_t deepest = 100;

    std::string_view rest_;
    std::size_t shortest_;
    std::size_t depth_;
    std::string run_;
    Needles best_;
    bool gave_up_ = false;
};

}  // namespace

std::vector<std::string> needles_of(std::string_view pattern, std::size_t shortest) {
    return Walk(pattern, shortest).alternatives();
}

namespace {

std::optional<PlainPattern> parse_plain(std::string_view pattern) {
    PlainPattern plain;
    if (!pattern.empty() && pattern.front() == '^') {
        plain.at_start = true;
        pattern.remove_prefix(1);
    }
    if (!pattern.empty() && pattern.back() == '$' &&
        (pattern.size() < 2 || pattern[pattern.size() - 2] != '\\')) {
        plain.at_end = true;
        pattern.remove_suffix(1);
    }
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        char c = pattern[i];
        if (c == '\\') {
            if (++i == pattern.size() || is_word(pattern[i])) return std::nullopt;
            c = pattern[i];
        } else if (std::string_view("()[]{}?*+.^$").find(c) != std::string_view::npos) {
            return std::nullopt;
        }
        plain.text += c;
    }
    if (plain.text.empty()) return std::nullopt;
    plain.text = to_lower(plain.text);
    return plain;
}

}  // namespace

std::vector<PlainPattern> plain_patterns(std::string_view pattern) {
    std::vector<PlainPattern> alternatives;
    while (true) {
        const std::size_t bar = pattern.find('|');
        auto plain = parse_plain(pattern.substr(0, bar));
        if (!plain) return {};
        alternatives.push_back(*std::move(plain));
        if (bar == std::string_view::npos) return alternatives;
        pattern.remove_prefix(bar + 1);
    }
}

bool PlainPattern::found_in(std::string_view subject) const {
    if (subject.size() < text.size()) return false;
    if (at_start && at_end) return iequals(subject, text);
    if (at_start) return iequals(subject.substr(0, text.size()), text);
    if (at_end) return iequals(subject.substr(subject.size() - text.size()), text);
    return std::search(subject.begin(), subject.end(), text.begin(), text.end(),
                       [](char a, char b) { return lowered(a) == b; }) != subject.end();
}

}  // namespace outrider
