#include "lab/proxy.hpp"

#include <algorithm>
#include <cctype>

namespace outrider::lab {

namespace {

std::string percent_encoded(std::string_view text) {
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string encoded;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) || std::string_view("-._~").find(c) != std::string_view::npos) {
            encoded += c;
        } else {
            encoded += '%';
            encoded += digits[byte >> 4];
            encoded += digits[byte & 15];
        }
    }
    return encoded;
}

}  // namespace

std::string_view to_string(ProxyKind kind) {
    switch (kind) {
        case ProxyKind::http:
            return "http";
        case ProxyKind::https:
            return "https";
        case ProxyKind::socks4:
            return "socks4";
        case ProxyKind::socks4a:
            return "socks4a";
        case ProxyKind::socks5:
            return "socks5";
        case ProxyKind::socks5h:
            return "socks5h";
    }
    return "";
}

std::optional<ProxyKind> proxy_kind(std::string_view scheme) {
    const auto found = std::find_if(all_proxy_kinds.begin(), all_proxy_kinds.end(),
                                    [scheme](ProxyKind kind) { return to_string(kind) == scheme; });
    if (found == all_proxy_kinds.end()) return {};
    return *found;
}

std::string_view to_string(Conduct conduct) {
    switch (conduct) {
        case Conduct::works:
            return "works";
        case Conduct::dead:
            return "dead";
        case Conduct::silent:
            return "silent";
        case Conduct::garbage:
            return "garbage";
        case Conduct::refuses:
            return "refuses";
        case Conduct::bad_gateway:
            return "bad_gateway";
        case Conduct::overloaded:
            return "overloaded";
    }
    return "";
}

std::string proxy_url(ProxyKind kind, const std::optional<Login>& login, std::string_view address) {
    std::string url(to_string(kind));
    url += "://";
    if (login) {
        url += percent_encoded(login->user);
        if (!login->password.empty()) url += ':' + percent_encoded(login->password);
        url += '@';
    }
    return url.append(address);
}

}  // namespace outrider::lab
