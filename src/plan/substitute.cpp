#include "plan/substitute.hpp"

#include "outrider/plan/plan_file.hpp"

#include <algorithm>
#include <utility>

namespace outrider {
namespace {

// The NAME that "${NAME}" starts with, or empty.
std::string_view name_at(std::string_view text) {
    const std::size_t end = text.find('}');
    if (end == std::string_view::npos) return {};
    const std::string_view name = text.substr(2, end - 2);
    const bool valid = std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
    return valid ? name : std::string_view();
}

}  // namespace

Substituted substitute(std::string_view text, const Environment& environment) {
    Substituted result;
    const auto append_plain = [&](std::string_view plain) {
        result.text += plain;
        result.shown += plain;
    };
    const auto fail = [&](std::string error) {
        const bool is_new =
            std::find(result.errors.begin(), result.errors.end(), error) == result.errors.end();
        if (is_new) result.errors.push_back(std::move(error));
    };
    while (!text.empty()) {
        const std::size_t dollar = std::min(text.find('$'), text.size());
        append_plain(text.substr(0, dollar));
        text.remove_prefix(dollar);
        if (text.starts_with("$${")) {
            append_plain("${");
            text.remove_prefix(3);
        } else if (text.starts_with("${")) {
            const std::string_view name = name_at(text);
            if (name.empty()) {
                fail("after '${' stands no name of a variable and '}' (a plain '${' is '$${')");
                text.remove_prefix(2);
                continue;
            }
            text.remove_prefix(name.size() + 3);
            const auto variable = environment.find(name);
            if (variable == environment.end()) {
                fail("the environment variable " + std::string(name) + " is not set");
                continue;
            }
            result.text += variable->second;
            result.shown += hidden_word;
            result.values.push_back(variable->second);
        } else if (!text.empty()) {
            append_plain("$");
            text.remove_prefix(1);
        }
    }
    return result;
}

std::string with_stars(std::string text) {
    for (std::size_t at = text.find(hidden_word); at != std::string::npos; at = text.find(hidden_word, at)) {
        text.replace(at, hidden_word.size(), "***");
    }
    return text;
}

}  // namespace outrider
