#include "outrider/wire/proxies.hpp"

#include "basic_credentials.hpp"
#include "outrider/wire/http_connect.hpp"
#include "outrider/wire/socks4.hpp"
#include "outrider/wire/socks5.hpp"

#include <utility>

namespace outrider {
namespace {

Secret user_of(const Proxy& proxy) {
    return proxy.user.value_or(Secret());
}

std::optional<SocksCredentials> socks_credentials(const Proxy& proxy) {
    if (!proxy.has_credentials()) return std::nullopt;
    return SocksCredentials{user_of(proxy), proxy.password.value_or(Secret())};
}

}  // namespace

std::string basic_authorization(const Proxy& proxy) {
    return proxy.has_credentials() ? basic_credentials(proxy.user, proxy.password) : std::string();
}

std::unique_ptr<Handshake> make_handshake(const Proxy& proxy, const TunnelTarget& target,
                                          std::string user_agent,
                                          std::optional<std::string> proxy_authorization) {
    switch (proxy.kind) {
        case ProxyKind::http:
        case ProxyKind::https:
            if (!proxy_authorization) proxy_authorization = basic_authorization(proxy);
            return std::make_unique<HttpConnect>(
                target, ConnectFields{std::move(user_agent), std::move(*proxy_authorization)});
        case ProxyKind::socks4:
            return std::make_unique<Socks4>(target, Socks4::Names::refused, user_of(proxy));
        case ProxyKind::socks4a:
            return std::make_unique<Socks4>(target, Socks4::Names::resolved_by_proxy, user_of(proxy));
        case ProxyKind::socks5:
        case ProxyKind::socks5h:
            return std::make_unique<Socks5>(target, socks_credentials(proxy));
    }
    return nullptr;
}

}  // namespace outrider
