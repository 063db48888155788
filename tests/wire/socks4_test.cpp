#include "outrider/wire/socks4.hpp"

#include "script.hpp"

namespace outrider::wire_test {
namespace {

Script::Make to(TunnelTarget target, Socks4::Names names = Socks4::Names::resolved_by_proxy,
                std::string user = {}) {
    return [=] { return std::make_unique<Socks4>(target, names, Secret(user)); };
}

const TunnelTarget address{"192.0.2.7", 8080};
constexpr auto ask_address = "\x04\x01\x1f\x90\xc0\x00\x02\x07\0"sv;

TEST(Socks4, SendsAnAddress) {
    Script script(to(address, Socks4::Names::refused));
    script.writes(ask_address).hears("\0\x5a\x11\x22\x01\x02\x03\x04"sv);
    script.ends(open());
    script.breaks_off(Error::proxy_closed);
}

TEST(Socks4, KeepsWhatComesAfterTheReply) {
    Script(to(address))
        .writes(ask_address)
        .hears("\0\x5a\0\0\0\0\0\0SSH-2.0-early"sv)
        .ends(open("SSH-2.0-early"));
}

TEST(Socks4, SendsTheUserId) {
    Script(to(address, Socks4::Names::refused, "joe"))
        .writes("\x04\x01\x1f\x90\xc0\x00\x02\x07joe\0"sv)
        .hears("\0\x5a\0\0\0\0\0\0"sv)
        .ends(open());
}

TEST(Socks4, SendsANameAs4aDoes) {
    Script(to({"example.test", 443}, Socks4::Names::resolved_by_proxy, "joe"))
        .writes("\x04\x01\x01\xbb\0\0\0\x01joe\0example.test\0"sv)
        .hears("\0\x5a\0\0\0\0\0\0"sv)
        .ends(open());
}

TEST(Socks4, RefusesWhatItCannotCarry) {
    const auto unsupported = [](TunnelTarget target, Socks4::Names names, std::string user = {}) {
        Script(to(std::move(target), names, std::move(user))).ends(Error::proxy_unsupported);
    };
    unsupported({"::1", 80}, Socks4::Names::refused);
    unsupported({"::1", 80}, Socks4::Names::resolved_by_proxy);
    unsupported({"::ffff:192.0.2.7", 80}, Socks4::Names::resolved_by_proxy);
    unsupported({"fe80::1%eth0", 80}, Socks4::Names::resolved_by_proxy);
    unsupported({"example.test", 80}, Socks4::Names::refused);
    unsupported({std::string(256, 'a'), 80}, Socks4::Names::resolved_by_proxy);
    unsupported({"nul\0name"s, 80}, Socks4::Names::resolved_by_proxy);
    unsupported({"", 80}, Socks4::Names::resolved_by_proxy);
    unsupported(address, Socks4::Names::refused, std::string(256, 'u'));
    unsupported(address, Socks4::Names::refused, "j\0e"s);
}

TEST(Socks4, SendsALongestNameAndUserId) {
    const std::string name(255, 'a');
    Script(to({name, 80}, Socks4::Names::resolved_by_proxy, std::string(255, 'u')))
        .writes("\x04\x01\0\x50\0\0\0\x01"s + std::string(255, 'u') + '\0' + name + '\0')
        .hears("\0\x5a\0\0\0\0\0\0"sv)
        .ends(open());
}

TEST(Socks4, TellsRefusalsApart) {
    const auto reply = [](char code, const Ending& expected) {
        Script(to(address)).writes(ask_address).hears("\0"s + code + "\0\0\0\0\0\0"s).ends(expected);
    };
    reply('\x5b', failed(Error::proxy_bad_gateway, "SOCKS4 reply 91: rejected or failed"));
    reply('\x5c', failed(Error::proxy_refused, "SOCKS4 reply 92: no identd on the client"));
    reply('\x5d', failed(Error::proxy_refused, "SOCKS4 reply 93: identd and user id differ"));
    reply('\x01', failed(Error::proxy_refused, "SOCKS4 reply 1"));
    reply('\xff', failed(Error::proxy_refused, "SOCKS4 reply 255"));
}

TEST(Socks4, NeedsNoMoreThanTheCodeOfARefusal) {
    Script(to(address))
        .writes(ask_address)
        .hears("\0\x5b"sv)
        .ends(failed(Error::proxy_bad_gateway, "SOCKS4 reply 91: rejected or failed"));
}

TEST(Socks4, NamesWhatElseIsSpoken) {
    const auto first_bytes = [](std::string_view bytes, std::string detail) {
        const Script script = Script(to(address)).writes(ask_address).hears(bytes);
        EXPECT_EQ(script.whole(), failed(Error::proxy_protocol, std::move(detail)));
        script.ends(Error::proxy_protocol);
    };
    first_bytes("HTTP/1.1 400 Bad Request\r\n\r\n", "speaks HTTP");
    first_bytes("\x05\xff", "speaks SOCKS5");
    first_bytes("\x15\x03\x01\x00\x02\x02\x46"sv, "speaks TLS");
    first_bytes("\x04\x5a\0\0\0\0\0\0"sv, "sent the bytes 04 5a 00 00 00 00 00 00");
}

}  // namespace
}  // namespace outrider::wire_test
