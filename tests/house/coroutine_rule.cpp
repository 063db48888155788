#include "house/rules.hpp"

#include <algorithm>
#include <regex>

namespace outrider::house {
namespace {

constexpr std::string_view keyword = "co_await";

/// Whether the `{` at `brace` opens a block, and no initializer.
bool opens_block(std::string_view code, std::size_t brace) {
    const std::size_t last = code.find_last_not_of(" \t\n", brace == 0 ? 0 : brace - 1);
    if (brace == 0 || last == std::string_view::npos) {
        return true;
    }
    if (std::string_view(");{}:").find(code[last]) != std::string_view::npos) {
        return true;
    }
    static const std::regex before_block(
        R"((\b(else|do|try|const|noexcept|mutable|override)|->\s*[\w:<>, ]+)\s*$)");
    const std::size_t line = code.rfind('\n', last) + 1;
    const std::string lead(code.substr(line, last + 1 - line));
    return std::regex_search(lead, before_block);
}

bool is_open(std::string_view text) {
    return std::count(text.begin(), text.end(), '(') > std::count(text.begin(), text.end(), ')');
}

/// Whether the text before a co_await leaves the parenthesis of a condition open.
bool in_condition(std::string_view before) {
    static const std::regex condition(R"(\b(if|while|switch|for)\s*(constexpr\s*)?\()");
    const std::string text(before);
    for (std::sregex_iterator found(text.begin(), text.end(), condition), end; found != end; ++found) {
        if (is_open(before.substr(static_cast<std::size_t>(found->position())))) {
            return true;
        }
    }
    return false;
}

}  // namespace

Complaints check_coroutines(const Source& source) {
    Complaints complaints;
    const std::string_view code = source.code;
    for (std::size_t found = code.find(keyword); found != std::string_view::npos;
         found = code.find(keyword, found + 1)) {
        const std::size_t opening = code.substr(0, found).find_last_of(";{}");
        const std::size_t start = opening == std::string_view::npos ? 0 : opening + 1;
        const std::string_view before = code.substr(start, found - start);
        const std::string_view after =
            code.substr(found + keyword.size(), code.find(';', found) - found - keyword.size());
        const auto complain = [&](std::string_view what) {
            complaints.push_back(source.at(found) + "co_await " + std::string(what));
        };
        if (start > 0 && code[start - 1] == '{' && !opens_block(code, start - 1)) {
            complain("inside braces");
        }
        if (before.find('?') != std::string_view::npos) {
            complain("inside ?:");
        }
        if (in_condition(before)) {
            complain("in a condition");
        }
        const std::size_t brace = after.find('{');
        if (brace != std::string_view::npos &&
            (is_open(after.substr(0, brace)) || !opens_block(after, brace))) {
            complain("of something made in braces");
        }
        if (after.find(keyword) != std::string_view::npos) {
            complain("twice in one statement");
        }
    }
    static const std::regex capturing_coroutine(
        R"(\[[^\]\[]+\]\s*\([^)]*\)\s*(mutable\s*)?->\s*[\w:]*awaitable\b)");
    for (std::sregex_iterator lambda(source.code.begin(), source.code.end(), capturing_coroutine), end;
         lambda != end; ++lambda) {
        complaints.push_back(source.at(static_cast<std::size_t>(lambda->position())) +
                             "capturing coroutine lambda");
    }
    return complaints;
}

}  // namespace outrider::house
