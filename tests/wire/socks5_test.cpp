#include "outrider/wire/socks5.hpp"

#include "script.hpp"

namespace outrider::wire_test {
namespace {

const TunnelTarget name{"example.test", 443};
constexpr auto greeting = "\x05\x01\x00"sv;
constexpr auto no_authentication = "\x05\x00"sv;
constexpr auto ask_name =
    "\x05\x01\x00\x03\x0c"
    "example.test\x01\xbb"sv;
constexpr auto granted = "\x05\0\0\x01\x7f\0\0\x01\x1f\x90"sv;

Script to(TunnelTarget target, std::optional<SocksCredentials> credentials = std::nullopt) {
    return Script([=] { return std::make_unique<Socks5>(target, credentials); });
}
Script authenticated(std::string user, std::string password) {
    return to(name, SocksCredentials{Secret(std::move(user)), Secret(std::move(password))});
}
Script asked() {
    return to(name).writes(greeting).hears(no_authentication).writes(ask_name);
}
Script offered() {
    return authenticated("joe", "p:w").writes("\x05\x02\x00\x02"sv);
}

TEST(Socks5, OffersNoAuthenticationThatItDoesNotHave) {
    const Script script = asked().hears(granted);
    script.ends(open());
    script.breaks_off(Error::proxy_closed);
}

TEST(Socks5, SendsAddressesAsSuch) {
    to({"192.0.2.7", 80})
        .writes(greeting)
        .hears(no_authentication)
        .writes("\x05\x01\0\x01\xc0\0\x02\x07\0\x50"sv)
        .hears(granted)
        .ends(open());
    to({"2001:db8::1", 80})
        .writes(greeting)
        .hears(no_authentication)
        .writes("\x05\x01\0\x04\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x01\0\x50"sv)
        .hears(granted)
        .ends(open());
}

TEST(Socks5, LeavesAZoneOutAndATrailingDotIn) {
    to({"fe80::1%eth0", 80})
        .writes(greeting)
        .hears(no_authentication)
        .writes("\x05\x01\0\x04\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\x50"sv)
        .hears(granted)
        .ends(open());
    to({"a.test.", 80})
        .writes(greeting)
        .hears(no_authentication)
        .writes(
            "\x05\x01\0\x03\x07"
            "a.test.\0\x50"sv)
        .hears(granted)
        .ends(open());
}

TEST(Socks5, AuthenticatesWithUserAndPassword) {
    const Script script = offered()
                              .hears("\x05\x02")
                              .writes("\x01\x03joe\x03p:w"sv)
                              .hears("\x01\x00"sv)
                              .writes(ask_name)
                              .hears(granted);
    script.ends(open());
    script.breaks_off(Error::proxy_closed);
}

TEST(Socks5, MayBeLetInWithoutAuthentication) {
    offered().hears(no_authentication).writes(ask_name).hears(granted).ends(open());
}

TEST(Socks5, TakesAnAuthenticationStatusUnderTheWrongVersion) {
    offered()
        .hears("\x05\x02")
        .writes("\x01\x03joe\x03p:w"sv)
        .hears("\x05\x00"sv)
        .writes(ask_name)
        .hears(granted)
        .ends(open());
}

TEST(Socks5, IsToldThatItsCredentialsAreWrong) {
    offered()
        .hears("\x05\x02")
        .writes("\x01\x03joe\x03p:w"sv)
        .hears("\x01\x01")
        .ends(failed(Error::proxy_auth_failed, "SOCKS5 authentication status 1"));
}

TEST(Socks5, FindsNoCommonMethod) {
    const auto detail = "SOCKS5 accepts none of the offered authentication methods"s;
    to(name).writes(greeting).hears("\x05\xff").ends(failed(Error::proxy_auth_required, detail));
    offered().hears("\x05\xff").ends(failed(Error::proxy_auth_failed, detail));
}

TEST(Socks5, RefusesAMethodThatWasNotOffered) {
    to(name)
        .writes(greeting)
        .hears("\x05\x02")
        .ends(failed(Error::proxy_protocol, "SOCKS5 chose authentication method 2, which was not offered"));
    offered()
        .hears("\x05\x01")
        .ends(failed(Error::proxy_protocol, "SOCKS5 chose authentication method 1, which was not offered"));
}

TEST(Socks5, RefusesWhatItCannotCarry) {
    to({std::string(256, 'a'), 80}).ends(Error::proxy_unsupported);
    to({"", 80}).ends(Error::proxy_unsupported);
    authenticated(std::string(256, 'u'), "p").ends(Error::proxy_unsupported);
    authenticated("u", std::string(256, 'p')).ends(Error::proxy_unsupported);
    authenticated("", "p").ends(Error::proxy_unsupported);
    authenticated("u", "").ends(Error::proxy_unsupported);
}

TEST(Socks5, SendsLongestNamesAndCredentials) {
    const std::string longest(255, 'x');
    to({longest, 80}, SocksCredentials{Secret(longest), Secret(longest)})
        .writes("\x05\x02\x00\x02"sv)
        .hears("\x05\x02")
        .writes("\x01\xff" + longest + '\xff' + longest)
        .hears("\x01\x00"sv)
        .writes("\x05\x01\0\x03\xff"s + longest + "\0\x50"s)
        .hears(granted)
        .ends(open());
}

TEST(Socks5, ConsumesBoundAddressesOfEveryKind) {
    const auto bound = [](std::string_view address) {
        const Script script = asked().hears("\x05\0\0"s + std::string(address) + "\x1f\x90" + "tunnel");
        script.ends(open("tunnel"));
    };
    bound("\x01\x7f\0\0\x01"sv);
    bound("\x04\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x01"sv);
    bound("\x03\x09hostlocal"sv);
    bound("\x03\x00"sv);
    bound(
        "\x03\x01"
        "a"sv);
    bound(
        "\x03\x02"
        "ab"sv);
    bound("\x03\xff"s + std::string(255, 'd'));
}

TEST(Socks5, RefusesABoundAddressOfUnknownKind) {
    asked()
        .hears("\x05\0\0\x02\0\0"sv)
        .ends(failed(Error::proxy_protocol, "SOCKS5 reply with an address of unknown type 2"));
}

TEST(Socks5, TellsRefusalsApart) {
    const auto reply = [](char code, const Ending& expected) {
        asked().hears("\x05"s + code + "\0\x01\0\0\0\0\0\0"s).ends(expected);
        asked().hears("\x05"s + code).ends(expected);  // cut short
    };
    reply('\x01', failed(Error::proxy_bad_gateway, "SOCKS5 reply 1: general failure"));
    reply('\x02', failed(Error::proxy_refused, "SOCKS5 reply 2: not allowed by its rules"));
    reply('\x03', failed(Error::connect_unreachable, "SOCKS5 reply 3: network unreachable"));
    reply('\x04', failed(Error::connect_unreachable, "SOCKS5 reply 4: host unreachable"));
    reply('\x05', failed(Error::connect_refused, "SOCKS5 reply 5: connection refused"));
    reply('\x06', failed(Error::connect_timeout, "SOCKS5 reply 6: TTL expired"));
    reply('\x07', failed(Error::proxy_refused, "SOCKS5 reply 7: command not supported"));
    reply('\x08', failed(Error::proxy_refused, "SOCKS5 reply 8: address type not supported"));
    reply('\x09', failed(Error::proxy_refused, "SOCKS5 reply 9"));
    reply('\xff', failed(Error::proxy_refused, "SOCKS5 reply 255"));
}

TEST(Socks5, NamesWhatElseIsSpoken) {
    const auto http = failed(Error::proxy_protocol, "speaks HTTP");
    to(name).writes(greeting).hears("HTTP/1.1 400 Bad Request\r\n\r\n").ends(http);
    to(name)
        .writes(greeting)
        .hears("\x15\x03\x01\0\x02\x02\x46"sv)
        .ends(failed(Error::proxy_protocol, "speaks TLS"));
    to(name).writes(greeting).hears("\0\x5b\0\0\0\0\0\0"sv).ends(Error::proxy_protocol);
    offered().hears("\x05\x02").writes("\x01\x03joe\x03p:w"sv).hears("HTTP/1.1 400\r\n\r\n").ends(http);
    asked().hears("HTTP/1.1 400\r\n\r\n").ends(http);
}

}  // namespace
}  // namespace outrider::wire_test
