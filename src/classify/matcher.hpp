#pragma once

#include "outrider/classify/signature.hpp"
#include "outrider/model/observation.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace outrider {

/// A signature (of the Matcher) that an answer matches, and the clue that tells it best.
struct Match {
    const Signature* signature = nullptr;
    std::string where;  ///< "header", "title", ...
    std::string what;   ///< "cf-mitigated: challenge", "Just a moment..."
};

/// The best match of each kind: confirmed before likely before possible, then in the order of the data.
struct Matches {
    std::optional<Match> proxy_page;
    std::optional<Match> challenge;
    std::optional<Match> rate_limit;
    std::optional<Match> block;
    std::optional<Match> edge;
};

/// All signatures, ready to be matched. A pattern is compiled when one of its needles is first seen;
/// `match` may be called from several threads.
class Matcher {
public:
    /// Those given first win over those after them.
    explicit Matcher(std::vector<Signature> signatures);
    ~Matcher();
    Matcher(Matcher&&) noexcept;

    Matches match(const Answer& answer, bool via_http_proxy) const;

private:
    struct Prepared;
    class Subject;

    std::vector<Signature> signatures_;
    std::unique_ptr<Prepared> prepared_;
};

}  // namespace outrider
