#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// Lower-case strings of which at least one stands, in any case, in every text that an RE2 pattern matches.
/// Empty: none of at least `shortest` bytes can be told.
/// (re2::FilteredRE2 tells them too, but has to compile every pattern first: 30 ms for ours, at each start.)
std::vector<std::string> needles_of(std::string_view pattern, std::size_t shortest);

/// Plain characters, perhaps tied to the start or the end: no RE2 is needed to match them.
struct PlainPattern {
    std::string text;  ///< in lower case
    bool at_start = false;
    bool at_end = false;

    bool found_in(std::string_view subject) const;
};
/// The alternatives of a pattern that is nothing but these; empty for all others.
std::vector<PlainPattern> plain_patterns(std::string_view pattern);

}  // namespace outrider
