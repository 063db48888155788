#pragma once

#include "lab/io.hpp"
#include "lab/waf.hpp"

#include <boost/asio/ip/address_v4.hpp>

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace outrider::lab {

enum class ProxyKind { http, https, socks4, socks4a, socks5, socks5h };
inline constexpr std::array all_proxy_kinds = {ProxyKind::http,    ProxyKind::https,  ProxyKind::socks4,
                                               ProxyKind::socks4a, ProxyKind::socks5, ProxyKind::socks5h};
/// The kind as the scheme of its URL.
std::string_view to_string(ProxyKind kind);
std::optional<ProxyKind> proxy_kind(std::string_view scheme);

/// What a proxy does to those who may use it.
enum class Conduct {
    works,
    dead,         ///< its port is closed
    silent,       ///< accepts, and never says a word
    garbage,      ///< answers with bytes of no protocol
    refuses,      ///< HTTP 403, SOCKS5 reply 2, SOCKS4 reply 92
    bad_gateway,  ///< HTTP 502, SOCKS5 reply 1, SOCKS4 reply 91
    overloaded,   ///< its provider's own limit: HTTP 429, SOCKS5 reply 1, SOCKS4 reply 91
};
std::string_view to_string(Conduct conduct);

struct Login {
    std::string user;
    std::string password;
};

struct ProxySpec {
    std::string name = {};
    ProxyKind kind = ProxyKind::http;
    Conduct conduct = Conduct::works;
    std::optional<Login> wants = {};        ///< who may use it; everybody where empty
    std::optional<Login> listed = {};       ///< what its URL in the lists holds
    std::chrono::microseconds delay{0};     ///< before it does what it was asked for
    asio::ip::address_v4 exit = {};         ///< the address it leaves from
    Standing standing = Standing::welcome;  ///< of that address with the WAF
};

/// `socks5h://user:pass%23@127.0.0.1:1080`
std::string proxy_url(ProxyKind kind, const std::optional<Login>& login, std::string_view address);

}  // namespace outrider::lab
