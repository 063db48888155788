#include "outrider/plan/url.hpp"

#include "outrider/model/header.hpp"
#include "outrider/model/text.hpp"
#include "plan/credentials.hpp"
#include "plan/host.hpp"
#include "plan/percent.hpp"

#include <boost/url/parse.hpp>

#include <algorithm>
#include <optional>
#include <vector>

namespace outrider {
namespace {

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::uint16_t default_port(UrlScheme scheme) {
    return scheme == UrlScheme::https ? 443 : 80;
}

// What stands before the first ':' of `text`, if that is a scheme (RFC 3986 section 3.1); else empty.
std::string_view scheme_of(std::string_view text) {
    const auto alpha = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const std::size_t end = text.find_first_of(":/?#");
    if (end == std::string_view::npos || text[end] != ':' || end == 0 || !alpha(text[0])) return {};
    const std::string_view scheme = text.substr(0, end);
    const bool valid = std::all_of(scheme.begin(), scheme.end(), [&](char c) {
        return alpha(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
    });
    return valid ? scheme : std::string_view();
}

std::optional<UrlScheme> known_scheme(std::string_view scheme) {
    if (iequals(scheme, "http")) return UrlScheme::http;
    if (iequals(scheme, "https")) return UrlScheme::https;
    return std::nullopt;
}

// RFC 3986 section 5.2.4, with %2e taken for a dot as browsers do. `path` starts with '/'.
std::string without_dot_segments(std::string_view path) {
    const bool has_none = path.find("/.") == path.npos && path.find("/%2") == path.npos;
    if (has_none) return std::string(path);
    std::vector<std::string_view> kept;
    bool ends_in_dots = false;
    while (!path.empty()) {
        path.remove_prefix(1);
        const std::string_view segment = path.substr(0, path.find('/'));
        path.remove_prefix(segment.size());
        const std::string plain = segment.size() > 6 ? std::string() : normal_encoding(segment);
        ends_in_dots = plain == "." || plain == "..";
        if (plain == ".." && !kept.empty()) kept.pop_back();
        if (!ends_in_dots) kept.push_back(segment);
    }
    std::string result;
    for (const std::string_view segment : kept)
        result.append("/").append(segment);
    if (ends_in_dots || result.empty()) result += '/';
    return result;
}

// What follows the authority, as it may be sent: from '/' or '?' or nothing, perhaps with a fragment.
Parsed<std::string> parse_path_query(std::string_view text) {
    std::string strict = strict_path_query(text.substr(0, text.find('#')));
    if (!strict.starts_with('/')) strict.insert(strict.begin(), '/');
    const auto origin_form = boost::urls::parse_origin_form(strict);
    if (!origin_form) return Malformed{"path or query cannot be read"};
    const std::string_view path(origin_form->encoded_path().data(), origin_form->encoded_path().size());
    return without_dot_segments(path) + strict.substr(path.size());
}

// What follows "scheme://". The authority ends where RFC 3986 says and is split at its last '@'.
Parsed<Url> parse_after_scheme(UrlScheme scheme, std::string_view text) {
    const std::size_t end = std::min(text.find_first_of("/?#"), text.size());
    const std::string_view authority = text.substr(0, end);
    // Browsers take a '\' for a '/', others do not: the two would go to different hosts.
    if (authority.find('\\') != std::string_view::npos) return Malformed{"a '\\' before the path"};

    const std::size_t at = authority.rfind('@');
    const bool has_userinfo = at != std::string_view::npos;
    Parsed<Credentials> credentials = parse_userinfo(has_userinfo ? authority.substr(0, at) : "");
    if (!credentials) return Malformed{credentials.reason()};
    if (auto unfit = unfit_for_basic(credentials->user)) return *unfit;
    Parsed<HostPort> host =
        parse_host_port(has_userinfo ? authority.substr(at + 1) : authority, default_port(scheme));
    if (!host) return Malformed{host.reason()};
    Parsed<std::string> path_query = parse_path_query(text.substr(end));
    if (!path_query) return Malformed{path_query.reason()};
    return Url{scheme, std::move(*host), std::move(*path_query), std::move(credentials->user),
               std::move(credentials->password)};
}

Parsed<Url> parse_absolute(std::string_view text) {
    const std::string_view scheme_text = scheme_of(text);
    const std::optional<UrlScheme> scheme = known_scheme(scheme_text);
    if (!scheme || text.substr(scheme_text.size(), 3) != "://") {
        return Malformed{"it does not start with http:// or https://"};
    }
    return parse_after_scheme(*scheme, text.substr(scheme_text.size() + 3));
}

}  // namespace

Parsed<Url> parse_target_url(std::string_view text) {
    text = trimmed(text);
    if (text.empty()) return Malformed{"it is empty"};
    if (has_control(text)) return Malformed{"a control character in the URL"};
    if (!is_valid_utf8(text)) return Malformed{"it is not valid UTF-8"};
    return parse_absolute(text);
}

Parsed<Url> resolve_reference(const Url& base, std::string_view location) {
    location = trimmed(location);
    if (location.empty()) return Malformed{"it is empty"};
    if (has_control(location)) return Malformed{"a control character in the URL"};
    if (!scheme_of(location).empty()) return parse_absolute(location);
    if (location.starts_with("//")) return parse_after_scheme(base.scheme, location.substr(2));

    const std::string_view base_path = std::string_view(base.path_query).substr(0, base.path_query.find('?'));
    std::string merged;
    if (location.front() == '#') {
        merged = base.path_query;
    } else if (location.front() == '?') {
        merged = std::string(base_path).append(location);
    } else if (location.front() == '/') {
        merged = location;
    } else {
        merged = std::string(base_path.substr(0, base_path.rfind('/') + 1)).append(location);
    }
    Parsed<std::string> path_query = parse_path_query(merged);
    if (!path_query) return Malformed{path_query.reason()};
    Url target = base;
    target.path_query = std::move(*path_query);
    return target;
}

std::string comparison_key(const Url& url) {
    std::string key = absolute_form(url);
    key.replace(key.size() - url.path_query.size(), url.path_query.size(), normal_encoding(url.path_query));
    // A NUL cannot stand in a URL: it keeps what follows apart.
    if (url.user) key.append(1, '\0').append("u").append(url.user->reveal());
    if (url.password && !url.password->empty()) {
        key.append(1, '\0').append("p").append(url.password->reveal());
    }
    return key;
}

}  // namespace outrider
