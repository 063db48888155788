#include "classify/prepared_clue.hpp"

#include "classify/needle_set.hpp"
#include "outrider/model/header.hpp"
#include "outrider/model/text.hpp"

#include <re2/re2.h>

#include <algorithm>

namespace outrider {
namespace {

constexpr std::size_t longest_quote = 80;
// A header's value is short enough to be searched for less than a NeedleSet takes.
constexpr std::size_t shortest_in_head = 2;

// Places that hold many short items, one a line: anchors then mean an item.
bool has_lines(Place place) {
    return place == Place::url || place == Place::markup || place == Place::heading;
}

re2::RE2::Options regex_options() {
    re2::RE2::Options options(re2::RE2::Latin1);
    options.set_case_sensitive(false);
    options.set_log_errors(false);
    return options;
}

std::vector<std::string> texts_of(const std::vector<PlainPattern>& patterns, std::size_t shortest) {
    std::vector<std::string> texts;
    for (const PlainPattern& pattern : patterns) {
        if (pattern.text.size() < shortest) return {};
        texts.push_back(pattern.text);
    }
    return texts;
}

}  // namespace

bool is_on_page(Place place) {
    return place != Place::header && place != Place::cookie;
}

PreparedClue::PreparedClue(const Clue& clue) : clue_(clue), plain_(plain_patterns(clue.pattern)) {
    const std::size_t shortest = is_on_page(clue.place) ? NeedleSet::shortest : shortest_in_head;
    needles_ = plain_.empty() ? needles_of(clue.pattern, shortest) : texts_of(plain_, shortest);
}
PreparedClue::~PreparedClue() = default;

bool PreparedClue::is_its_needle() const {
    const auto floats = [](const PlainPattern& each) { return !each.at_start && !each.at_end; };
    return !needles_.empty() && !plain_.empty() && std::all_of(plain_.begin(), plain_.end(), floats);
}

bool PreparedClue::find(std::string_view text, std::string* quote) const {
    re2::StringPiece matched(text.data(), text.size());
    if (!clue_.pattern.empty()) {
        const re2::StringPiece subject = matched;
        const int wanted = quote == nullptr ? 0 : 1;
        if (!regex().Match(subject, 0, subject.size(), re2::RE2::UNANCHORED, &matched, wanted)) return false;
    }
    if (quote != nullptr) *quote = one_line({matched.data(), matched.size()}, longest_quote);
    return true;
}

bool PreparedClue::find_in_short(std::string_view text) const {
    if (!plain_.empty()) {
        const auto found = [&](const PlainPattern& each) { return each.found_in(text); };
        return std::any_of(plain_.begin(), plain_.end(), found);
    }
    if (!needles_.empty()) {
        const std::string lower = to_lower(text);
        const auto stands = [&](const std::string& each) { return lower.find(each) != std::string::npos; };
        if (std::none_of(needles_.begin(), needles_.end(), stands)) return false;
    }
    return find(text, nullptr);
}

const re2::RE2& PreparedClue::regex() const {
    std::call_once(compiled_, [this] {
        const std::string prefix = has_lines(clue_.place) ? "(?m)" : "";
        regex_ = std::make_unique<re2::RE2>(prefix + clue_.pattern, regex_options());
    });
    return *regex_;
}

}  // namespace outrider
