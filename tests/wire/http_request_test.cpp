#include "outrider/wire/http_request.hpp"

#include "model/own_request.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

ProbeTarget target_at(UrlScheme scheme, std::string host, std::uint16_t port, std::string path = "/") {
    ProbeTarget target;
    target.url = {scheme, {std::move(host), port}, std::move(path), std::nullopt, std::nullopt};
    own_request(target).user_agent = "outrider/1";
    return target;
}
ProbeTarget plain() {
    return target_at(UrlScheme::http, "a.test", 80, "/p?q=1");
}
std::string request(const ProbeTarget& target, const Proxy* through = nullptr) {
    return format_request(target, first_request(target), through);
}
std::string with_headers(Headers headers) {
    ProbeTarget target = plain();
    own_request(target).headers = std::move(headers);
    return request(target);
}
Proxy proxy_with(const char* user, const char* password) {
    Proxy proxy;
    proxy.user = Secret(user);
    proxy.password = Secret(password);
    return proxy;
}

TEST(HttpRequest, IsThisByDefault) {
    EXPECT_EQ(request(plain()),
              "GET /p?q=1 HTTP/1.1\r\nHost: a.test\r\nUser-Agent: outrider/1\r\nAccept: */*\r\nConnection: "
              "close\r\n\r\n");
}

TEST(HttpRequest, HostIsAsTheUrlHasIt) {
    const auto host_of = [](const ProbeTarget& target) {
        const std::string bytes = request(target);
        const std::size_t start = bytes.find("Host: ") + 6;
        return bytes.substr(start, bytes.find('\r', start) - start);
    };
    EXPECT_EQ(host_of(target_at(UrlScheme::https, "2001:db8::1", 443)), "[2001:db8::1]");
    EXPECT_EQ(host_of(target_at(UrlScheme::https, "2001:db8::1", 80)), "[2001:db8::1]:80");
    EXPECT_EQ(host_of(target_at(UrlScheme::http, "a.test", 8080)), "a.test:8080");
    EXPECT_EQ(host_of(target_at(UrlScheme::https, "a.test.", 443)), "a.test.");
    EXPECT_EQ(host_of(target_at(UrlScheme::http, "fe80::1%eth0", 80)), "[fe80::1]");
}

TEST(HttpRequest, GivenHeadersKeepOrderAndCase) {
    EXPECT_EQ(with_headers({{"x-B", "1"}, {"X-a", "2"}, {"x-B", "3"}}),
              "GET /p?q=1 HTTP/1.1\r\nHost: a.test\r\nUser-Agent: outrider/1\r\nAccept: */*\r\nConnection: "
              "close\r\n"
              "x-B: 1\r\nX-a: 2\r\nx-B: 3\r\n\r\n");
}

TEST(HttpRequest, AGivenNameTakesTheDefaultOut) {
    EXPECT_EQ(with_headers({{"accept", "text/html"}, {"HOST", "b.test"}, {"X", "y"}}),
              "GET /p?q=1 HTTP/1.1\r\nUser-Agent: outrider/1\r\nConnection: close\r\n"
              "accept: text/html\r\nHOST: b.test\r\nX: y\r\n\r\n");
}

TEST(HttpRequest, ANameWithoutValueIsRemoved) {
    EXPECT_EQ(with_headers({{"user-agent", ""}, {"Accept", ""}, {"X", ""}}),
              "GET /p?q=1 HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n");
}

TEST(HttpRequest, UserinfoAuthorizes) {
    ProbeTarget target = plain();
    target.url.user = Secret("joe");
    target.url.password = Secret("p@ss");
    own_request(target).headers = {{"X", "y"}};
    own_request(target).body = "b";
    EXPECT_EQ(request(target),
              "GET /p?q=1 HTTP/1.1\r\nHost: a.test\r\nUser-Agent: outrider/1\r\nAccept: */*\r\nConnection: "
              "close\r\n"
              "X: y\r\nAuthorization: Basic am9lOnBAc3M=\r\nContent-Length: 1\r\n\r\nb");
    own_request(target).headers = {{"authorization", "Bearer t"}};
    EXPECT_EQ(request(target).find("Basic"), std::string::npos);
    EXPECT_NE(request(target).find("authorization: Bearer t\r\n"), std::string::npos);
    own_request(target).headers = {{"Authorization", ""}};
    EXPECT_EQ(request(target).find("uthorization"), std::string::npos);
}

TEST(HttpRequest, ABodyHasItsLength) {
    ProbeTarget target = plain();
    own_request(target).method = "POST";
    own_request(target).body = "a=b";
    EXPECT_EQ(request(target),
              "POST /p?q=1 HTTP/1.1\r\nHost: a.test\r\nUser-Agent: outrider/1\r\nAccept: */*\r\nConnection: "
              "close\r\n"
              "Content-Length: 3\r\n\r\na=b");
    own_request(target).headers = {{"Content-Type", "text/plain"}, {"content-length", "3"}};
    EXPECT_EQ(request(target),
              "POST /p?q=1 HTTP/1.1\r\nHost: a.test\r\nUser-Agent: outrider/1\r\nAccept: */*\r\nConnection: "
              "close\r\n"
              "Content-Type: text/plain\r\ncontent-length: 3\r\n\r\na=b");
    own_request(target).headers = {{"Transfer-Encoding", "chunked"}};
    EXPECT_EQ(request(target).find("Content-Length"), std::string::npos);
}

TEST(HttpRequest, AbsoluteFormCarriesTheProxysAuthorization) {
    const Proxy proxy = proxy_with("user", "p@ss#");
    ProbeTarget target = target_at(UrlScheme::http, "2001:db8::1", 8080, "/x");
    target.url.user = Secret("joe");
    own_request(target).body = "b";
    EXPECT_EQ(
        request(target, &proxy),
        "GET http://[2001:db8::1]:8080/x HTTP/1.1\r\nHost: [2001:db8::1]:8080\r\nUser-Agent: outrider/1\r\n"
        "Accept: */*\r\nConnection: close\r\nAuthorization: Basic am9lOg==\r\n"
        "Proxy-Authorization: Basic dXNlcjpwQHNzIw==\r\nContent-Length: 1\r\n\r\nb");
    const Proxy open;
    EXPECT_EQ(request(plain(), &open).find("Proxy-Authorization"), std::string::npos);
}

TEST(HttpRequest, ProxyAuthorizationGoesToAProxyAlone) {
    const Proxy proxy = proxy_with("user", "pw");
    ProbeTarget target = plain();
    own_request(target).headers = {{"proxy-authorization", "Bearer t"}};
    EXPECT_EQ(request(target).find("Bearer"), std::string::npos);
    EXPECT_EQ(request(target, &proxy),
              "GET http://a.test/p?q=1 HTTP/1.1\r\nHost: a.test\r\nUser-Agent: outrider/1\r\nAccept: */*\r\n"
              "Connection: close\r\nproxy-authorization: Bearer t\r\n\r\n");
    EXPECT_EQ(given_proxy_authorization(target), "Bearer t");
    EXPECT_EQ(given_proxy_authorization(plain()), std::nullopt);
}

TEST(HttpRequest, AProxyIsAuthorizedByWhatIsReallySentToIt) {
    const std::vector<std::string> none;
    const struct {
        std::vector<std::string> given;
        bool open_proxy;
        bool with_userinfo;
    } cases[] = {{none, false, true},
                 {{"Bearer t"}, true, true},
                 {{""}, false, false},
                 {{"", "Bearer t"}, true, true}};
    const Proxy open;
    const Proxy locked = proxy_with("user", "pw");
    for (const auto& each : cases) {
        ProbeTarget target = plain();
        for (const std::string& value : each.given)
            own_request(target).headers.push_back({"proxy-authorization", value});
        EXPECT_EQ(is_authorized(target, open), each.open_proxy);
        EXPECT_EQ(is_authorized(target, locked), each.with_userinfo);
        for (const Proxy* proxy : {&open, &locked}) {
            const std::string sent = to_lower(request(target, proxy));
            EXPECT_EQ(sent.find("proxy-authorization: ") != std::string::npos, is_authorized(target, *proxy));
        }
    }
}

TEST(HttpRequest, ConnectGoesUnderTheSameName) {
    ProbeTarget target = plain();
    EXPECT_EQ(connect_user_agent(target), "outrider/1");
    own_request(target).headers = {{"user-agent", "mine"}};
    EXPECT_EQ(connect_user_agent(target), "mine");
    own_request(target).headers = {{"User-Agent", ""}};
    EXPECT_EQ(connect_user_agent(target), "");
}

TEST(Redirect, FiveStatusesAreFollowed) {
    for (int status = 200; status < 600; ++status) {
        const bool followed =
            status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
        EXPECT_EQ(is_redirect(status), followed) << status;
    }
}

TEST(Redirect, TheMethodChangesAsTheStatusSays) {
    struct Case {
        const char* method;
        int status;
        const char* next;
        bool with_body;
    };
    const Case cases[] = {
        {"POST", 301, "GET", false},     {"POST", 302, "GET", false}, {"POST", 303, "GET", false},
        {"POST", 307, "POST", true},     {"POST", 308, "POST", true}, {"PUT", 301, "PUT", true},
        {"PUT", 302, "PUT", true},       {"PUT", 303, "GET", false},  {"GET", 301, "GET", true},
        {"GET", 303, "GET", false},      {"HEAD", 301, "HEAD", true}, {"HEAD", 303, "GET", false},
        {"DELETE", 302, "DELETE", true},
    };
    for (const Case& expected : cases) {
        ProbeTarget target = plain();
        own_request(target).method = expected.method;
        const HopRequest next = redirected(first_request(target), expected.status, &target.url);
        EXPECT_EQ(next.method, expected.next) << expected.method << ' ' << expected.status;
        EXPECT_EQ(next.with_body, expected.with_body) << expected.method << ' ' << expected.status;
    }
}

TEST(Redirect, ADroppedBodyTakesItsHeadersAlong) {
    ProbeTarget target = plain();
    own_request(target).method = "POST";
    own_request(target).body = "a=b";
    own_request(target).headers = {
        {"content-type", "x"}, {"Content-Length", "3"}, {"Transfer-Encoding", "chunked"}, {"X", "y"}};
    EXPECT_EQ(format_request(target, redirected(first_request(target), 303, &target.url), nullptr),
              "GET /p?q=1 HTTP/1.1\r\nHost: a.test\r\nUser-Agent: outrider/1\r\nAccept: */*\r\nConnection: "
              "close\r\n"
              "X: y\r\n\r\n");
}

TEST(Redirect, ToTheSameOriginCredentialsGoAlong) {
    ProbeTarget target = plain();
    target.url.user = Secret("joe");
    own_request(target).headers = {{"Cookie", "c"}};
    Url next = plain().url;
    next.path_query = "/next";
    EXPECT_EQ(
        format_request(target, redirected(first_request(target), 302, &next), nullptr),
        "GET /next HTTP/1.1\r\nHost: a.test\r\nUser-Agent: outrider/1\r\nAccept: */*\r\nConnection: close\r\n"
        "Cookie: c\r\nAuthorization: Basic am9lOg==\r\n\r\n");
}

TEST(Redirect, ToAnotherOriginCredentialsAreDroppedForGood) {
    ProbeTarget target = plain();
    target.url.user = Secret("joe");
    own_request(target).headers = {{"COOKIE", "c"}, {"Host", "virtual.test"}, {"X", "y"}};
    for (const Url& other :
         {target_at(UrlScheme::https, "a.test", 443).url, target_at(UrlScheme::http, "b.test", 80).url,
          target_at(UrlScheme::http, "a.test", 81).url}) {
        const HopRequest away = redirected(first_request(target), 302, &other);
        EXPECT_EQ(format_request(target, away, nullptr),
                  "GET / HTTP/1.1\r\nHost: " + host_header(other) +
                      "\r\nUser-Agent: outrider/1\r\nAccept: */*\r\nConnection: close\r\nX: y\r\n\r\n");
        const HopRequest back = redirected(away, 302, &target.url);
        EXPECT_FALSE(redirected(back, 302, &target.url).with_credentials);
    }
    own_request(target).headers = {{"Authorization", "Bearer t"}};
    const Url other = target_at(UrlScheme::http, "b.test", 80).url;
    const HopRequest away = redirected(first_request(target), 307, &other);
    EXPECT_EQ(format_request(target, away, nullptr).find("Bearer"), std::string::npos);
}

TEST(Redirect, UserinfoOfALocationIsNotSent) {
    Url next = plain().url;
    next.user = Secret("planted");
    EXPECT_EQ(format_request(plain(), redirected(first_request(plain()), 302, &next), nullptr)
                  .find("Authorization"),
              std::string::npos);
}

}  // namespace
}  // namespace outrider
