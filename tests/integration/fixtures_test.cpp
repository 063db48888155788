// The servers that the other tests lean on do what they are taken for; curl is the witness.
#include "cases.hpp"
#include "certificates.hpp"
#include "files.hpp"
#include "process.hpp"
#include "real_servers.hpp"
#include "scripted_server.hpp"
#include "secrets.hpp"

#include <gtest/gtest.h>

namespace integration {
namespace {

const Credentials user{"ada", secret("fixture")};

std::string curl(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"curl", "-sS", "--max-time", "10", "--cacert", certificate("ca"),
                                         "-w", "%{http_code}"});
    const Exit exit = run(arguments);
    return exit.out + exit.err;
}

struct ProxyCase {
    const char* name;
    ServerPtr (*start)(const Auth&);
    const char* scheme;
};

class RealProxy : public ::testing::TestWithParam<ProxyCase> {};

TEST_P(RealProxy, LetsThroughWhatItShould) {
    ScriptedServer origin(answer(response(200)));
    const ServerPtr open = GetParam().start(std::nullopt);
    EXPECT_EQ(curl({"-x", open->proxy_url(GetParam().scheme), origin.url()}), "ok200");
    const ServerPtr closed = GetParam().start(user);
    EXPECT_EQ(curl({"-x", closed->proxy_url(GetParam().scheme, user), origin.url()}), "ok200");
    EXPECT_NE(curl({"-x", closed->proxy_url(GetParam().scheme), origin.url()}).substr(0, 5), "ok200");
}

INSTANTIATE_TEST_SUITE_P(
    Fixtures, RealProxy,
    ::testing::Values(ProxyCase{"squid", [](const Auth& auth) { return start_squid(auth); }, "http"},
                      ProxyCase{"tinyproxy", [](const Auth& auth) { return start_tinyproxy(auth); }, "http"},
                      ProxyCase{"danted", start_danted, "socks5"},
                      ProxyCase{"microsocks", start_microsocks, "socks5"}),
    CaseName());

TEST(Fixtures, TlsInFrontOfAPlainPort) {
    ScriptedServer origin(answer(response(200)));
    const ServerPtr stunnel = start_stunnel(origin.port());
    EXPECT_EQ(curl({stunnel->proxy_url("https")}), "ok200");
    const ServerPtr haproxy = start_haproxy(origin.port());
    EXPECT_EQ(curl({haproxy->proxy_url("https")}), "ok200");
}

TEST(Fixtures, NginxSpeaksTls) {
    const ServerPtr nginx = start_nginx("location / { return 200 'ok'; }");
    EXPECT_EQ(curl({nginx->proxy_url("https")}), "ok200");
}

TEST(Fixtures, ScriptedTlsServer) {
    ScriptedServer origin(answer(response(200)), tls_with("server"));
    EXPECT_EQ(curl({origin.url()}), "ok200");
}

TEST(Fixtures, SecretsAreFoundInEveryForm) {
    const TempDir dir;
    const std::string password = secret("planted");
    const std::vector<std::string> forms = {
        password,
        "s3cr3t%2Dplanted",
        "%73%33%63%72%33%74%2D",
        base64(password),
        base64(":" + password),
        base64("u:" + password),
        basic("user", password),
    };
    for (const std::string& form : forms) {
        write_file(dir.path() / "planted", "before " + form + " after");
        EXPECT_FALSE(find_leaks(dir.path()).empty()) << form;
    }
    write_file(dir.path() / "planted", "http://ada:***@127.0.0.1:1 " + basic("ada", "other"));
    EXPECT_TRUE(find_leaks(dir.path()).empty());
}

}  // namespace
}  // namespace integration
