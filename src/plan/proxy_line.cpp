#include "outrider/plan/proxy_line.hpp"

#include "outrider/model/text.hpp"
#include "plan/credentials.hpp"
#include "plan/host.hpp"
#include "plan/sessions.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace outrider {
namespace {

constexpr std::size_t max_dns_name = 253;     // RFC 1035 section 2.3.4, in its text form
constexpr std::size_t max_socks_field = 255;  // RFC 1929 section 2
constexpr std::size_t max_login_of_sessions = 512;

using Proxies = std::vector<Proxy>;

std::uint16_t default_port(ProxyKind kind) {
    switch (kind) {
        case ProxyKind::http:
            return 80;
        case ProxyKind::https:
            return 443;
        case ProxyKind::socks4:
        case ProxyKind::socks4a:
        case ProxyKind::socks5:
        case ProxyKind::socks5h:
            return 1080;
    }
    return 0;
}

bool fits_socks(const std::optional<Secret>& field) {
    return field && !field->empty() && field->reveal().size() <= max_socks_field;
}

std::optional<Malformed> unfit_credentials(const Proxy& proxy) {
    if (!proxy.has_credentials()) return std::nullopt;
    if (is_http(proxy.kind)) return unfit_for_basic(proxy.user);
    const bool user_only = proxy.kind == ProxyKind::socks4 || proxy.kind == ProxyKind::socks4a;
    if (!fits_socks(proxy.user) || (!user_only && !fits_socks(proxy.password))) {
        return Malformed{"SOCKS user and password must have 1 to 255 bytes each"};
    }
    return std::nullopt;
}

Parsed<Proxy> make_proxy(ProxyKind kind, const Parsed<HostPort>& address,
                         const Parsed<Credentials>& credentials) {
    if (!address) return Malformed{address.reason()};
    if (!credentials) return Malformed{credentials.reason()};
    if (address->host.size() > max_dns_name) {
        return Malformed{"the host name is longer than 253 bytes"};
    }
    Proxy proxy{kind, *address, credentials->user, credentials->password, {}, false};
    if (auto unfit = unfit_credentials(proxy)) return *unfit;
    return proxy;
}

// What all lines have in common: which kind they are of without a scheme, and how many sessions there may be.
struct Reading {
    ProxyKind kind;
    std::uint64_t most_sessions;
};

// [user[:password]@]host[:port]: what a URL has between "//" and its path.
Parsed<Proxies> parse_authority(Reading as, std::string_view text, std::optional<std::uint16_t> port) {
    const std::size_t at = text.rfind('@');
    const bool has_userinfo = at != std::string_view::npos;
    const std::string_view userinfo = has_userinfo ? text.substr(0, at) : "";
    const std::size_t user_end = std::min(userinfo.find(':'), userinfo.size());
    const Parsed<HostPort> address = parse_host_port(has_userinfo ? text.substr(at + 1) : text, port);
    const auto users = expand_sessions(userinfo.substr(0, user_end), as.most_sessions);
    if (!users) return Malformed{users.reason()};
    if (users->size() > 1 && userinfo.size() > max_login_of_sessions) {
        return Malformed{"user and password of several sessions are longer than 512 bytes"};
    }
    Proxies proxies;
    proxies.reserve(users->size());
    for (const std::string& user : *users) {
        Parsed<Proxy> proxy =
            make_proxy(as.kind, address, parse_userinfo(user + std::string(userinfo.substr(user_end))));
        if (!proxy) return Malformed{proxy.reason()};
        if (user.size() != user_end || users->size() > 1) {
            proxy->written = Secret(user + std::string(text.substr(user_end)));
        }
        proxies.push_back(std::move(*proxy));
    }
    return proxies;
}

Parsed<Proxies> parse_url_form(Reading as, std::string_view authority) {
    if (authority.ends_with('/')) authority.remove_suffix(1);
    if (authority.find_first_of("/?#") != std::string_view::npos) {
        return Malformed{"a '/', '?' or '#' before the end (in user or password it must be percent-encoded)"};
    }
    return parse_authority(as, authority, default_port(as.kind));
}

// user:password@host:port
Parsed<Proxies> parse_login_form(Reading as, std::string_view line) {
    const std::string_view userinfo = line.substr(0, line.rfind('@'));
    if (userinfo.find(':') == std::string_view::npos) return Malformed{"the password is missing"};
    return parse_authority(as, line, std::nullopt);
}

// Where the first ':' can be that does not belong to an IPv6 address.
std::size_t end_of_brackets(std::string_view line) {
    return line.starts_with('[') ? std::min(line.find(']'), line.size()) : 0;
}

// host:port:user:password, both literal
Parsed<Proxies> parse_vendor_form(ProxyKind kind, std::string_view line) {
    const std::size_t host_end = line.find(':', end_of_brackets(line));
    const std::size_t port_end = host_end == line.npos ? line.npos : line.find(':', host_end + 1);
    const std::size_t user_end = port_end == line.npos ? line.npos : line.find(':', port_end + 1);
    if (user_end == line.npos) return Malformed{"it has none of the forms of a proxy line"};
    const std::string_view user = line.substr(port_end + 1, user_end - port_end - 1);
    const std::string_view password = line.substr(user_end + 1);
    if (has_control(user) || has_control(password)) {
        return Malformed{"a control character in user or password"};
    }
    Parsed<Proxy> proxy = make_proxy(kind, parse_host_port(line.substr(0, port_end), std::nullopt),
                                     Credentials{Secret(std::string(user)), Secret(std::string(password))});
    if (!proxy) return Malformed{proxy.reason()};
    return Proxies{std::move(*proxy)};
}

// Without brackets nobody can tell where such an address ends.
bool is_bare_ipv6(std::string_view line) {
    const std::string whole(line);
    const std::string without_port(line.substr(0, line.rfind(':')));
    const auto is_ipv6 = [](const std::string& text) {
        return text.find(':') != std::string::npos && is_ip_literal(text);
    };
    return is_ipv6(whole) || is_ipv6(without_port);
}

Parsed<Proxies> parse_schemeless(Reading as, std::string_view line) {
    if (is_bare_ipv6(line)) return Malformed{"ambiguous: an IPv6 address needs brackets"};
    const Parsed<Proxies> vendor = parse_vendor_form(as.kind, line);
    if (line.find('@') == std::string_view::npos) {
        const Parsed<Proxies> plain = parse_authority(as, line, std::nullopt);
        if (plain) return plain;
        const std::string_view ports = line.substr(end_of_brackets(line));
        const bool has_login = std::count(ports.begin(), ports.end(), ':') > 1;
        return has_login ? vendor : plain;
    }
    const Parsed<Proxies> login = parse_login_form(as, line);
    if (login && vendor) {
        return Malformed{"ambiguous: it fits host:port:user:password and user:password@host:port"};
    }
    return vendor ? vendor : login;
}

}  // namespace

Parsed<Proxies> parse_proxy_line(std::string_view line, ProxyKind default_kind, std::uint64_t most_sessions) {
    if (line.empty()) return Malformed{"it is empty"};
    if (!is_valid_utf8(line)) return Malformed{"it is not valid UTF-8"};
    const std::size_t scheme_end = line.find("://");
    const std::string_view whole = line;
    const bool has_scheme = scheme_end != std::string_view::npos && line.find_first_of(":@") == scheme_end;
    std::optional<ProxyKind> kind = default_kind;
    if (has_scheme) {
        kind = parse_proxy_kind(line.substr(0, scheme_end));
        line.remove_prefix(scheme_end + 3);
    }
    if (!kind) return Malformed{"the scheme is none of http, https, socks4, socks4a, socks5, socks5h"};
    const Reading as{*kind, most_sessions};
    Parsed<Proxies> proxies = has_scheme ? parse_url_form(as, line) : parse_schemeless(as, line);
    if (!proxies) return proxies;
    const std::string scheme(whole.substr(0, whole.size() - line.size()));
    for (Proxy& proxy : *proxies) {
        const bool is_session = !proxy.written.empty();
        proxy.written = Secret(is_session ? scheme + proxy.written.reveal() : std::string(whole));
    }
    return proxies;
}

std::string comparison_key(const Proxy& proxy) {
    std::string key = std::string(to_string(proxy.kind)) + "://" + to_string(proxy.address);
    if (proxy.user) key.append(1, '\0').append("u").append(proxy.user->reveal());
    if (proxy.password && !proxy.password->empty()) {
        key.append(1, '\0').append("p").append(proxy.password->reveal());
    }
    return key;
}

}  // namespace outrider
