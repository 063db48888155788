#pragma once

#include "outrider/model/secret.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace outrider {

enum class UrlScheme { http, https };

/// A host and port as they are connected to. `host` is lower-case ASCII (IDNA form) without brackets.
struct HostPort {
    std::string host;
    std::uint16_t port = 0;

    bool operator==(const HostPort&) const = default;
    auto operator<=>(const HostPort&) const = default;
};

/// "example.com:443", "[::1]:443".
std::string to_string(const HostPort& endpoint);
/// Whether `host` is an IPv4 or IPv6 literal (a zone as in fe80::1%eth0 included).
bool is_ip_literal(const std::string& host);

/// An absolute http or https URL after normalisation: everything in it may be sent as it is.
struct Url {
    UrlScheme scheme = UrlScheme::http;
    HostPort host;
    /// Path and query, percent-encoded, never empty: "/", "/a?b=c". No fragment.
    std::string path_query = "/";
    /// Percent-decoded user and password, where the URL had a userinfo.
    std::optional<Secret> user;
    std::optional<Secret> password;

    bool operator==(const Url&) const = default;
};

/// What the `Host` header says: the port only where it is not the scheme's own, IPv6 in brackets.
std::string host_header(const Url& url);
/// scheme://host[:port]/path?query without userinfo: the absolute form of a request to a proxy.
std::string absolute_form(const Url& url);
/// The URL as it may be shown: userinfo is `***@`, values of query parameters with telling names are `***`.
std::string masked(const Url& url);
/// The values that `masked` hides in the query, as they stand and, where that differs, percent-decoded.
std::vector<std::string> secret_query_values(const Url& url);
bool same_origin(const Url& a, const Url& b);

}  // namespace outrider
