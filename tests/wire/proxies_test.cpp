#include "outrider/wire/proxies.hpp"

#include "script.hpp"

namespace outrider::wire_test {
namespace {

Proxy proxy_of(ProxyKind kind, const char* user = nullptr, const char* password = nullptr) {
    Proxy proxy;
    proxy.kind = kind;
    proxy.address = {"proxy.test", 1080};
    if (user != nullptr) proxy.user = Secret(user);
    if (password != nullptr) proxy.password = Secret(password);
    return proxy;
}

std::string first_bytes(const Proxy& proxy, const TunnelTarget& target,
                        std::optional<std::string> authorization = {}) {
    const Step step = make_handshake(proxy, target, "ua", std::move(authorization))->resume({});
    const auto* write = std::get_if<Write>(&step);
    return write != nullptr ? write->bytes : "(nothing)";
}

const TunnelTarget name{"a.test", 443};
const TunnelTarget address{"192.0.2.7", 443};

TEST(Proxies, EveryKindHasItsHandshake) {
    constexpr auto connect = "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\nUser-Agent: ua\r\n\r\n";
    EXPECT_EQ(first_bytes(proxy_of(ProxyKind::http), name), connect);
    EXPECT_EQ(first_bytes(proxy_of(ProxyKind::https), name), connect);
    EXPECT_EQ(first_bytes(proxy_of(ProxyKind::socks4), address), "\x04\x01\x01\xbb\xc0\0\x02\x07\0"sv);
    EXPECT_EQ(first_bytes(proxy_of(ProxyKind::socks4), name), "(nothing)");
    EXPECT_EQ(first_bytes(proxy_of(ProxyKind::socks4a), name), "\x04\x01\x01\xbb\0\0\0\x01\0a.test\0"sv);
    EXPECT_EQ(first_bytes(proxy_of(ProxyKind::socks5), address), "\x05\x01\0"sv);
    EXPECT_EQ(first_bytes(proxy_of(ProxyKind::socks5h), name), "\x05\x01\0"sv);
}

TEST(Proxies, CredentialsGoWhereTheKindPutsThem) {
    // user:p@ss#
    EXPECT_EQ(first_bytes(proxy_of(ProxyKind::http, "user", "p@ss#"), name),
              "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\nUser-Agent: ua\r\n"
              "Proxy-Authorization: Basic dXNlcjpwQHNzIw==\r\n\r\n");
    EXPECT_EQ(first_bytes(proxy_of(ProxyKind::socks4a, "joe", "ignored"), name),
              "\x04\x01\x01\xbb\0\0\0\x01joe\0a.test\0"sv);
    EXPECT_EQ(first_bytes(proxy_of(ProxyKind::socks5h, "joe", "pw"), name), "\x05\x02\0\x02"sv);
    EXPECT_EQ(first_bytes(proxy_of(ProxyKind::socks5h, "joe"), name), "(nothing)");
}

TEST(Proxies, AnAuthorizationThatWasRemovedIsNotSent) {
    EXPECT_EQ(first_bytes(proxy_of(ProxyKind::http, "user", "pw"), name, ""),
              "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\nUser-Agent: ua\r\n\r\n");
}

TEST(Proxies, AGivenAuthorizationReplacesTheCredentials) {
    EXPECT_EQ(first_bytes(proxy_of(ProxyKind::https, "user", "pw"), name, "Bearer x"),
              "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\nUser-Agent: ua\r\n"
              "Proxy-Authorization: Bearer x\r\n\r\n");
}

TEST(Proxies, BasicAuthorization) {
    EXPECT_EQ(basic_authorization(proxy_of(ProxyKind::http)), "");
    EXPECT_EQ(basic_authorization(proxy_of(ProxyKind::http, "user")), "Basic dXNlcjo=");
    EXPECT_EQ(basic_authorization(proxy_of(ProxyKind::http, nullptr, "pw")), "Basic OnB3");
}

}  // namespace
}  // namespace outrider::wire_test
