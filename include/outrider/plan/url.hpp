#pragma once

#include "outrider/model/url.hpp"
#include "outrider/plan/parsed.hpp"

#include <string>
#include <string_view>

namespace outrider {

/// Reads an absolute http or https URL. What RFC 3986 does not allow in path and query (spaces, `|`,
/// non-ASCII, a stray `%`) is percent-encoded, dot segments are removed, the fragment is dropped, the host is
/// lower-case and in its IDNA form (a trailing dot stays), userinfo is percent-decoded. Control characters
/// and invalid UTF-8 are errors.
Parsed<Url> parse_target_url(std::string_view text);

/// Where a redirect from `base` to `location` leads (RFC 3986 section 5), read as leniently as a target;
/// bytes that are not UTF-8 are percent-encoded as they are. A relative reference keeps the userinfo of
/// `base`. It is an error where there is no http or https URL to go to.
Parsed<Url> resolve_reference(const Url& base, std::string_view location);

/// Equal for URLs that RFC 3986 section 6.2.2 calls equivalent, credentials included. Holds secrets.
std::string comparison_key(const Url& url);

}  // namespace outrider
