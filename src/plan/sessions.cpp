#include "plan/sessions.hpp"

#include "outrider/plan/proxy_line.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace outrider {
namespace {

constexpr std::size_t max_digits = 18;
constexpr std::string_view dots = "..";

struct Range {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::size_t digits = 1;  ///< at least so many

    std::uint64_t size() const { return last - first + 1; }
};

std::optional<std::uint64_t> parse_number(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && text.size() <= max_digits ? std::optional(number) : std::nullopt;
}

std::optional<Range> parse_range(std::string_view text) {
    const std::size_t middle = text.find(dots);
    const std::string_view low = text.substr(0, middle);
    const std::string_view high = text.substr(middle + dots.size());
    const auto first = parse_number(low);
    const auto last = parse_number(high);
    if (!first || !last || *first > *last) return std::nullopt;
    const auto is_padded = [](std::string_view number) { return number.size() > 1 && number[0] == '0'; };
    const bool padded = is_padded(low) || is_padded(high);
    return Range{*first, *last, padded ? std::max(low.size(), high.size()) : 1};
}

// Where the first '{' stands whose '}' follows without a further brace, with ".." between; else the end.
std::size_t find_range(std::string_view text) {
    std::size_t open = text.find('{');
    while (open != text.npos) {
        const std::size_t close = text.find_first_of("{}", open + 1);
        if (close == text.npos) break;
        const bool closed = text[close] == '}';
        if (closed && text.substr(open, close - open).find(dots) != text.npos) return open;
        open = text.find('{', close);
    }
    return text.size();
}

std::string padded(std::uint64_t number, std::size_t digits) {
    const std::string text = std::to_string(number);
    return text.size() < digits ? std::string(digits - text.size(), '0') + text : text;
}

std::vector<std::string> each_with_each(const std::vector<std::string>& starts, const Range& range) {
    std::vector<std::string> users;
    users.reserve(starts.size() * range.size());
    for (const std::string& start : starts) {
        for (std::uint64_t number = range.first; number <= range.last; ++number)
            users.push_back(start + padded(number, range.digits));
    }
    return users;
}

}  // namespace

Parsed<std::vector<std::string>> expand_sessions(std::string_view user, std::uint64_t most) {
    std::vector<std::string> users{""};
    while (!user.empty()) {
        const std::size_t open = find_range(user);
        for (std::string& start : users)
            start += user.substr(0, open);
        user.remove_prefix(open);
        if (user.empty()) break;
        const std::size_t close = user.find('}');
        const auto range = parse_range(user.substr(1, close - 1));
        if (!range) {
            return Malformed{
                "a range in the user is none: write {FIRST..LAST}, whole numbers that ascend, of at most 18 "
                "digits (a plain '{' is %7B)"};
        }
        if (range->size() > most / users.size()) {
            return Malformed{"the ranges of all users stand for more than " + std::to_string(max_sessions) +
                             " proxies"};
        }
        users = each_with_each(users, *range);
        user.remove_prefix(close + 1);
    }
    return users;
}

}  // namespace outrider
