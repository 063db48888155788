#pragma once

#include "classify/needles.hpp"
#include "outrider/classify/signature.hpp"

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace re2 {
class RE2;
}

namespace outrider {

/// Whether a place is on the page, and not in the head.
bool is_on_page(Place place);

/// A clue with what is needed to look for it. Its pattern is compiled when it is first run, which few are;
/// several threads may look at once.
class PreparedClue {
public:
    explicit PreparedClue(const Clue& clue);
    ~PreparedClue();

    const Clue& clue() const { return clue_; }
    /// For a NeedleSet; empty: the pattern has to be run on every text.
    const std::vector<std::string>& needles() const { return needles_; }
    /// Whether the pattern is found wherever one of its needles is.
    bool is_its_needle() const;

    /// Whether the pattern is in `text`; `quote`, where given, is set to the start of what it matched.
    bool find(std::string_view text, std::string* quote) const;
    /// As `find`, for short texts: most are told without the pattern.
    bool find_in_short(std::string_view text) const;

private:
    const re2::RE2& regex() const;

    const Clue& clue_;
    std::vector<PlainPattern> plain_;
    std::vector<std::string> needles_;
    mutable std::once_flag compiled_;
    mutable std::unique_ptr<re2::RE2> regex_;
};

}  // namespace outrider
