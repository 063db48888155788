#include "outrider/model/url.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace outrider {
namespace {

Url url_of(UrlScheme scheme, std::string host, std::uint16_t port, std::string path_query = "/") {
    Url url;
    url.scheme = scheme;
    url.host = {std::move(host), port};
    url.path_query = std::move(path_query);
    return url;
}

TEST(Url, HostHeaderHasThePortWhereItIsNotTheSchemesOwn) {
    EXPECT_EQ(host_header(url_of(UrlScheme::http, "example.com", 80)), "example.com");
    EXPECT_EQ(host_header(url_of(UrlScheme::http, "example.com", 443)), "example.com:443");
    EXPECT_EQ(host_header(url_of(UrlScheme::https, "example.com", 443)), "example.com");
    EXPECT_EQ(host_header(url_of(UrlScheme::https, "::1", 8443)), "[::1]:8443");
    EXPECT_EQ(host_header(url_of(UrlScheme::http, "::1", 80)), "[::1]");
}

TEST(Url, AbsoluteFormHasNoUserinfo) {
    Url url = url_of(UrlScheme::http, "example.com", 8080, "/a?b=c");
    url.user = Secret("user");
    url.password = Secret("hunter2");
    EXPECT_EQ(absolute_form(url), "http://example.com:8080/a?b=c");
}

TEST(MaskedUrl, HidesUserinfo) {
    Url url = url_of(UrlScheme::https, "example.com", 443, "/a");
    EXPECT_EQ(masked(url), "https://example.com/a");
    url.user = Secret("key");
    EXPECT_EQ(masked(url), "https://***@example.com/a");
    url.password = Secret("hunter2");
    EXPECT_EQ(masked(url), "https://***@example.com/a");
    url.user.reset();
    EXPECT_EQ(masked(url), "https://***@example.com/a");
}

TEST(MaskedUrl, HidesValuesWithTellingNames) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"/?a=1&b=2", "/?a=1&b=2"},
        {"/?key=s", "/?key=***"},
        {"/?API_KEY=s&x=1", "/?API_KEY=***&x=1"},
        {"/?x=1&access_token=s&y", "/?x=1&access_token=***&y"},
        {"/?clientSecret=s", "/?clientSecret=***"},
        {"/?password=s", "/?password=***"},
        {"/?oauth=s", "/?oauth=***"},
        {"/?X-Amz-Signature=s", "/?X-Amz-Signature=***"},
        {"/?PHPSESSIONID=s", "/?PHPSESSIONID=***"},
        {"/?t%6Fken=s", "/?t%6Fken=***"},
        {"/?t%6fken=s=t?u", "/?t%6fken=***"},
        {"/?token=", "/?token=***"},
        {"/?token", "/?token"},
        {"/?&&token=s&", "/?&&token=***&"},
        {"/?a=1;token=s&b=2", "/?a=1;token=***&b=2"},
        {"/?token=s;more-of-s&b=2", "/?token=***&b=2"},
        {"/key=s", "/key=s"},
        {"/?", "/?"},
        {"/?a%", "/?a%"},
        {"/?%74oken%=s", "/?%74oken%=***"},
    };
    for (const auto& [path_query, shown] : cases) {
        EXPECT_EQ(masked(url_of(UrlScheme::http, "h", 80, path_query)), "http://h" + shown);
    }
}

TEST(SecretQueryValues, AreWhatIsHidden) {
    EXPECT_THAT(secret_query_values(url_of(UrlScheme::http, "h", 80, "/?a=1&token=x%20y&key=z")),
                testing::ElementsAre("x%20y", "x y", "z"));
    EXPECT_THAT(secret_query_values(url_of(UrlScheme::http, "h", 80, "/token=x")), testing::IsEmpty());
}

TEST(SameOrigin, ComparesSchemeHostAndPort) {
    const Url url = url_of(UrlScheme::http, "h", 80, "/a");
    EXPECT_TRUE(same_origin(url, url_of(UrlScheme::http, "h", 80, "/b")));
    EXPECT_FALSE(same_origin(url, url_of(UrlScheme::https, "h", 80)));
    EXPECT_FALSE(same_origin(url, url_of(UrlScheme::http, "g", 80)));
    EXPECT_FALSE(same_origin(url, url_of(UrlScheme::http, "h", 81)));
}

TEST(IpLiteral, IsAnAddressOfEitherFamily) {
    for (const char* host : {"127.0.0.1", "::1", "fe80::1%eth0", "::ffff:1.2.3.4"})
        EXPECT_TRUE(is_ip_literal(host)) << host;
    for (const char* host :
         {"", "localhost", "127.1", "0x7f.0.0.1", "[::1]", "1.2.3.4%eth0", "1.2.3.4.", "256.0.0.1"}) {
        EXPECT_FALSE(is_ip_literal(host)) << host;
    }
    EXPECT_FALSE(is_ip_literal(std::string("127.0.0.1\0.example.com", 22)));
}

TEST(HostPort, IsShownWithBracketsWhereItNeedsThem) {
    EXPECT_EQ(to_string(HostPort{"example.com", 443}), "example.com:443");
    EXPECT_EQ(to_string(HostPort{"::1", 80}), "[::1]:80");
}

}  // namespace
}  // namespace outrider
