#include "outrider/wire/http_connect.hpp"

#include "script.hpp"

namespace outrider::wire_test {
namespace {

const TunnelTarget target{"example.test", 443};
constexpr auto ask =
    "CONNECT example.test:443 HTTP/1.1\r\nHost: example.test:443\r\nUser-Agent: outrider/1\r\n\r\n"sv;

Script to(TunnelTarget where, ConnectFields fields = {"outrider/1", ""}) {
    return Script([=] { return std::make_unique<HttpConnect>(where, fields); });
}
Script asked() {
    return to(target).writes(ask);
}
Script authorized() {
    return to(target, {"", "Basic am9lOnB3"})
        .writes(
            "CONNECT example.test:443 HTTP/1.1\r\nHost: example.test:443\r\n"
            "Proxy-Authorization: Basic am9lOnB3\r\n\r\n");
}
Ending refused(Error error, int status, std::string detail) {
    return {error, std::move(detail), {}, status};
}

TEST(HttpConnect, OpensATunnelForAny2xx) {
    for (const std::string_view head :
         {"HTTP/1.1 200 OK\r\n\r\n"sv, "HTTP/1.1 200 Connection established\r\nVia: x\r\n\r\n"sv,
          "HTTP/1.0 204 ok\r\n\r\n"sv, "HTTP/1.1 201 x\r\n\r\n"sv, "HTTP/1.1 299\n\n"sv}) {
        const Script script = asked().hears(head);
        script.ends(open());
        script.breaks_off(Error::proxy_closed);
    }
}

TEST(HttpConnect, IgnoresLengthsOfATunnel) {
    const auto glued = "\x16\x03\x01\x02 and more"s;
    for (const std::string fields :
         {"Transfer-Encoding: chunked\r\n", "Content-Length: 0\r\n", "Content-Length: 20\r\n",
          "Content-Length: 1\r\nContent-Length: 2\r\n", "Content-Length: -1\r\n"}) {
        asked().hears("HTTP/1.1 200 OK\r\n" + fields + "\r\n" + glued).ends(open(glued));
    }
}

TEST(HttpConnect, SkipsInterimAnswers) {
    asked().hears("HTTP/1.1 103 x\r\n\r\nHTTP/1.1 200 OK\r\n\r\nearly").ends(open("early"));
}

TEST(HttpConnect, PutsIpv6InBracketsWithoutItsZone) {
    for (const char* host : {"2001:db8::1", "2001:db8::1%eth0"}) {
        to({host, 443}, {})
            .writes("CONNECT [2001:db8::1]:443 HTTP/1.1\r\nHost: [2001:db8::1]:443\r\n\r\n")
            .hears("HTTP/1.1 200 OK\r\n\r\n")
            .ends(open());
    }
}

TEST(HttpConnect, CannotBeMadeToAskForMore) {
    to({"evil\r\nX: y", 443}).ends(Error::proxy_unsupported);
    to({"evil host", 443}).ends(Error::proxy_unsupported);
    to({std::string(256, 'a'), 443}).ends(Error::proxy_unsupported);
    to(target, {"a\r\nX: y", ""})
        .writes("CONNECT example.test:443 HTTP/1.1\r\nHost: example.test:443\r\nUser-Agent: a  X: y\r\n\r\n")
        .hears("HTTP/1.1 200 OK\r\n\r\n")
        .ends(open());
}

TEST(HttpConnect, TellsWhatTheProxySaid) {
    const auto said = refused(Error::proxy_refused, 403, "CONNECT answered 403: no");
    asked().hears("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno").ends(said);
    asked()
        .hears("HTTP/1.1 403 Forbidden\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nn\r\n1\r\no\r\n0\r\n\r\n")
        .ends(said);
    asked().hears("HTTP/1.1 403 Forbidden\r\n\r\nno").ends(said);
    asked().hears("HTTP/1.1 403\r\n\r\n<html><title>no</title>\n").ends(said);
    asked()
        .hears("HTTP/1.1 403 \r\nContent-Length: 0\r\n\r\n")
        .ends(refused(Error::proxy_refused, 403, "CONNECT answered 403"));
    asked()
        .hears("HTTP/1.1 403 By policy\r\nContent-Length: 0\r\n\r\n")
        .ends(refused(Error::proxy_refused, 403, "CONNECT answered 403: By policy"));
}

TEST(HttpConnect, ReadsNoMoreOfARefusalThanItNeeds) {
    const Ending ending =
        asked()
            .hears("HTTP/1.1 500 x\r\n\r\n" + std::string(HttpConnect::max_refusal_bytes + 1, 'x'))
            .whole();
    EXPECT_EQ(ending.status, 500);
    EXPECT_LE(ending.detail.size(), 203U);  // 200 characters, the last an ellipsis of three bytes
}

TEST(HttpConnect, ARefusalStandsWhateverBecomesOfItsBody) {
    for (const std::string_view rest :
         {"Content-Length: 100\r\n\r\ncut"sv, "Transfer-Encoding: chunked\r\n\r\n3\r\ncut"sv,
          "Transfer-Encoding: chunked\r\n\r\n3\r\ncut\r\nbroken"sv}) {
        asked()
            .hears("HTTP/1.1 502 x\r\n" + std::string(rest))
            .ends(refused(Error::proxy_bad_gateway, 502, "CONNECT answered 502: cut"));
    }
    asked()
        .hears("HTTP/1.1 502 x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n")
        .ends(refused(Error::proxy_bad_gateway, 502, "CONNECT answered 502: x"));
}

TEST(HttpConnect, ARefusalIsKnownFromItsHead) {
    HttpConnect handshake(target, {});
    handshake.resume({});
    EXPECT_TRUE(std::holds_alternative<Read>(handshake.resume({})));
    EXPECT_FALSE(handshake.refusal());
    EXPECT_TRUE(
        std::holds_alternative<Read>(handshake.resume("HTTP/1.1 429 x\r\nRetry-After: 7\r\n\r\nslow")));
    const std::optional<Fail> refusal = handshake.refusal();
    ASSERT_TRUE(refusal && refusal->answer);
    EXPECT_EQ(refusal->error, Error::proxy_refused);
    EXPECT_EQ(refusal->detail, "CONNECT answered 429: slow");
    EXPECT_EQ(*find_header(refusal->answer->headers, "Retry-After"), "7");
}

TEST(HttpConnect, TellsRefusalsApart) {
    const auto error_of = [](const Script& dialogue, int status) {
        Script script = dialogue;
        return *script.hears("HTTP/1.1 " + std::to_string(status) + " x\r\nContent-Length: 0\r\n\r\n")
                    .whole()
                    .error;
    };
    EXPECT_EQ(error_of(asked(), 407), Error::proxy_auth_required);
    EXPECT_EQ(error_of(asked(), 401), Error::proxy_auth_required);
    EXPECT_EQ(error_of(authorized(), 407), Error::proxy_auth_failed);
    EXPECT_EQ(error_of(authorized(), 401), Error::proxy_auth_failed);
    for (const int status : {502, 503, 504}) {
        EXPECT_EQ(error_of(asked(), status), Error::proxy_bad_gateway);
    }
    for (const int status : {300, 302, 400, 403, 404, 405, 429, 500, 501, 505, 599, 999}) {
        EXPECT_EQ(error_of(asked(), status), Error::proxy_refused) << status;
    }
}

TEST(HttpConnect, NamesWhatElseIsSpoken) {
    const auto first_bytes = [](std::string_view bytes, std::string detail) {
        EXPECT_EQ(asked().hears(bytes).whole(), failed(Error::proxy_protocol, std::move(detail)));
        asked().hears(bytes).ends(Error::proxy_protocol);
    };
    first_bytes("\x05\xff", "speaks SOCKS5");
    first_bytes("\0\x5b\0\0\0\0\0\0"sv, "speaks SOCKS4");
    first_bytes("\x15\x03\x03\0\x02\x02\x46"sv, "speaks TLS");
    first_bytes("SSH-2.0-x\r\n", "speaks SSH");
    first_bytes("HTTP/2.0 200 OK\r\n\r\n", "speaks HTTP/2.0");
    first_bytes("HTTP/1.1 OK\r\n\r\n", "malformed status line \"HTTP/1.1 OK\"");
    first_bytes("HTTP/1.1 101 Switching Protocols\r\n\r\n", "status 101, though no upgrade was asked for");
    first_bytes("HTTP/1.1 200 OK\r\nX: " + std::string(70'000, 'x'), "response head over 64 KiB, status 200");
}

}  // namespace
}  // namespace outrider::wire_test
