#include "outrider/model/proxy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace outrider {
namespace {

TEST(ProxyKind, EveryWordComesBackInAnyCase) {
    for (const auto kind : {ProxyKind::http, ProxyKind::https, ProxyKind::socks4, ProxyKind::socks4a,
                            ProxyKind::socks5, ProxyKind::socks5h}) {
        EXPECT_EQ(parse_proxy_kind(to_string(kind)), kind);
    }
    EXPECT_EQ(parse_proxy_kind("SOCKS5H"), ProxyKind::socks5h);
    for (const char* word : {"", "socks", "socks5 ", "ftp"})
        EXPECT_EQ(parse_proxy_kind(word), std::nullopt) << word;
}

TEST(ProxyKind, TellsWhoResolvesAndWhoSpeaksHttp) {
    EXPECT_TRUE(is_http(ProxyKind::http) && is_http(ProxyKind::https));
    EXPECT_FALSE(is_http(ProxyKind::socks5h));
    EXPECT_FALSE(resolves_names(ProxyKind::socks4) || resolves_names(ProxyKind::socks5));
    EXPECT_TRUE(resolves_names(ProxyKind::socks4a) && resolves_names(ProxyKind::socks5h) &&
                resolves_names(ProxyKind::http) && resolves_names(ProxyKind::https));
}

TEST(MaskedProxy, ShowsTheUserOnlyBesideAPassword) {
    struct Case {
        std::optional<std::string> user;
        std::optional<std::string> password;
        std::string shown;
    };
    const std::vector<Case> cases{
        {std::nullopt, std::nullopt, "socks5h://h:1080"},
        {"u", "hunter2", "socks5h://u:***@h:1080"},
        {"hunter2", std::nullopt, "socks5h://***@h:1080"},
        {"hunter2", "", "socks5h://***@h:1080"},
        {"", "hunter2", "socks5h://:***@h:1080"},
        {std::nullopt, "hunter2", "socks5h://:***@h:1080"},
        {"a@b:c/d e%", "hunter2", "socks5h://a%40b%3Ac%2Fd%20e%25:***@h:1080"},
        {"b\xC3\xBC\n", "hunter2", "socks5h://b%C3%BC%0A:***@h:1080"},
    };
    for (const Case& one : cases) {
        Proxy proxy;
        proxy.kind = ProxyKind::socks5h;
        proxy.address = {"h", 1080};
        if (one.user) proxy.user = Secret(*one.user);
        if (one.password) proxy.password = Secret(*one.password);
        EXPECT_EQ(masked(proxy), one.shown);
        EXPECT_EQ(proxy.has_credentials(), one.user || one.password);
    }
}

TEST(MaskedProxy, PutsIpv6InBrackets) {
    Proxy proxy;
    proxy.address = {"::1", 80};
    EXPECT_EQ(masked(proxy), "http://[::1]:80");
}

template <class T>
concept Printable = requires(std::ostream& out, const T& value) {
    out << value;
};

TEST(Secret, CannotBePrintedOrTakenForText) {
    static_assert(!Printable<Secret>);
    static_assert(!std::is_convertible_v<Secret, std::string>);
    static_assert(!std::is_convertible_v<std::string, Secret>);
    EXPECT_EQ(Secret("a").reveal(), "a");
    EXPECT_TRUE(Secret().empty());
}

}  // namespace
}  // namespace outrider
