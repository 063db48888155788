#pragma once

#include "outrider/model/spelling.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// Replaces known secrets by `***` wherever they stand in a text, however they are written there: in any
/// case, percent-encoded, in HTML or JSON, with blanks folded or tags taken out, or as the base64 of Basic
/// authentication. One of fewer than 4 characters is hidden where it is a word by itself: every text would be
/// riddled with stars.
class Scrubber {
public:
    /// Shorter ones than `min_length` are left.
    void add(std::string_view secret, std::size_t min_length = 1);
    void add_basic(std::string_view user, std::string_view password);
    /// A secret of which `one_line` cut the end off is found, too.
    std::string scrub(std::string_view text) const;
    bool empty() const { return needles_.empty(); }

private:
    void add_needle(std::string_view form);
    void find_whole(const Spelling& spelling, Spans& found) const;
    void find_cut_off(const Spelling& spelling, Spans& found) const;

    std::vector<std::string> needles_;  ///< as `Spelling` reads them, each once
};

}  // namespace outrider
