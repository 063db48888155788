#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// Valid UTF-8: each byte that belongs to no whole character becomes U+FFFD.
std::string to_valid_utf8(std::string_view bytes);
bool is_valid_utf8(std::string_view bytes);
/// `bytes` without a last character of UTF-8 that is not whole.
std::string_view without_cut_character(std::string_view bytes);

/// One line for `detail`, `evidence` and the like: valid UTF-8, runs of white space and control characters
/// folded into one space, at most `limit` characters (the last one then is an ellipsis).
std::string one_line(std::string_view bytes, std::size_t limit = 200);

/// `text` with `***` in place of what looks like a URL's userinfo: all up to the last `@`, less a scheme,
/// where a colon stands before it.
std::string without_userinfo(std::string_view text);

/// For a terminal: control characters (C0, C1, bidi) as \xNN or \u{NNNN}; newline is escaped too.
std::string escape_for_terminal(std::string_view text);

/// Replaces known secrets by `***` wherever they stand in a text, in the forms in which they travel
/// (as given, in lower case as in a host name, percent-encoded, and as the base64 of Basic authentication).
class Scrubber {
public:
    /// Shorter ones than `min_length` are left: every text would be riddled with stars.
    void add(std::string_view secret, std::size_t min_length = 4);
    void add_basic(std::string_view user, std::string_view password);
    /// A secret of which `one_line` cut the end off is found, too.
    std::string scrub(std::string_view text) const;
    bool empty() const { return needles_.empty(); }

private:
    void hide_cut_off(std::string& text) const;

    std::vector<std::string> needles_;  ///< longest first
};

}  // namespace outrider
