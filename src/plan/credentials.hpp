#pragma once

#include "outrider/model/secret.hpp"
#include "outrider/plan/parsed.hpp"

#include <optional>
#include <string_view>

namespace outrider {

struct Credentials {
    std::optional<Secret> user;
    std::optional<Secret> password;
};

/// Whether `text` holds a control character (CR, LF and NUL among them).
bool has_control(std::string_view text);

/// Reads the userinfo of a URL: split at the first ':', each half percent-decoded once. An empty userinfo is
/// none. Control characters are errors.
Parsed<Credentials> parse_userinfo(std::string_view userinfo);

/// Why Basic authentication cannot carry these credentials (RFC 7617: a ':' in the user), or nothing.
std::optional<Malformed> unfit_for_basic(const std::optional<Secret>& user);

}  // namespace outrider
