#pragma once

#include "outrider/model/secret.hpp"
#include "outrider/model/url.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace outrider {

enum class ProxyKind { http, https, socks4, socks4a, socks5, socks5h };

std::string_view to_string(ProxyKind kind);
std::optional<ProxyKind> parse_proxy_kind(std::string_view word);

struct Proxy {
    ProxyKind kind = ProxyKind::http;
    HostPort address;
    std::optional<Secret> user;
    std::optional<Secret> password;
    std::string name;  ///< empty: none given
    bool rotating = false;
    Secret written = {};  ///< the line that it came in; of one of several sessions, with its own user

    bool has_credentials() const { return user.has_value() || password.has_value(); }
};

/// scheme://user:***@host:port; scheme://***@host:port where the password is empty or missing.
std::string masked(const Proxy& proxy);

inline bool is_http(ProxyKind kind) {
    return kind == ProxyKind::http || kind == ProxyKind::https;
}
/// Whether the proxy resolves the target's name (socks4 and socks5 leave that to us).
inline bool resolves_names(ProxyKind kind) {
    return kind != ProxyKind::socks4 && kind != ProxyKind::socks5;
}

}  // namespace outrider
