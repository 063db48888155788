#pragma once

#include "outrider/model/outcome.hpp"
#include "outrider/model/target.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// What an answer is taken for where a signature matches.
enum class SignatureKind {
    challenge_js,
    challenge_captcha,
    challenge_pow,
    rate_limit,
    block,
    proxy_page,  ///< made by the HTTP proxy itself; looked for only where the answer came through one
    edge,        ///< a CDN or WAF is in front, which proves nothing
};

/// Where a clue is looked for. What a page says counts where it acts, not where it is quoted.
enum class Place {
    header,   ///< the value of a named header
    cookie,   ///< a name that Set-Cookie sets
    title,    ///< <title>
    heading,  ///< <h1> to <h3>
    markup,   ///< a tag, as `name attribute="value" ...` in lower case but for the values
    url,      ///< src, data, action, the href of <link>, a meta refresh
    script,   ///< inside <script>
    text,     ///< what is shown, outside <pre>, <code>, <blockquote> and the like; all of a plain text
    body,     ///< the bytes of what is no HTML
};

/// A pattern (RE2, any case) that must be found at a place; of a header without one the presence.
struct Clue {
    Place place = Place::header;
    std::string header;  ///< its name, in lower case
    std::string pattern;

    bool operator==(const Clue&) const = default;
};

/// How much else an answer may hold for its body to count: the longer, the likelier it only quotes.
enum class Extent {
    any,
    brief,  ///< at most 3,000 characters are shown
    bare,   ///< at most 700, and nothing to fill in
    blank,  ///< at most 60, and nothing to fill in
};

/// One entry of the data: it matches where the status fits, all of `all`, at least `at_least` of `any`, and
/// none of `unless` are found.
struct Signature {
    std::string id;
    std::string vendor;  ///< empty: not known
    SignatureKind kind = SignatureKind::block;
    Confidence confidence = Confidence::likely;
    std::optional<StatusSet> status;
    Extent extent = Extent::brief;
    std::vector<Clue> all;
    std::vector<Clue> any;
    std::size_t at_least = 1;
    std::vector<Clue> unless;
    std::string source;  ///< where it is documented or was seen
};

/// What a file of signatures holds, or all that is wrong with it: each error names its place as a JSON
/// pointer, what was found and what is allowed.
struct ParsedSignatures {
    std::vector<Signature> signatures;
    std::vector<std::string> errors;
};
ParsedSignatures parse_signatures(std::string_view json);

/// The signatures that outrider comes with.
std::vector<Signature> built_in_signatures();

std::string_view to_string(SignatureKind kind);
std::string_view to_string(Place place);

}  // namespace outrider
