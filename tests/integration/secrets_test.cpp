// Secrets in every place where they can be given, and in the lines that go wrong. What these runs write is
// searched again after the last test, with everything else.
#include "secrets.hpp"

#include "cases.hpp"
#include "certificates.hpp"
#include "files.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

namespace integration {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

void expect_no_trace(const Exit& exit) {
    EXPECT_THAT(traces_in(exit.out), IsEmpty()) << exit.out;
    EXPECT_THAT(traces_in(exit.err), IsEmpty()) << exit.err;
}

const std::string password = secret("pw");

TEST(Secrets, ProxyPasswordIsMasked) {
    const ScriptedServer proxy(answer(response(407)));
    for (const char* scheme : {"http", "socks5", "socks4a", "https"}) {
        const Report report = probe({"http://t.invalid/", "-v", "-x",
                                     scheme + ("://ada:" + password + "@" + host_port(proxy.port())),
                                     "--connect-timeout", "500ms"});
        EXPECT_EQ(report["proxies"][0]["proxy"], scheme + ("://ada:***@" + host_port(proxy.port())));
        expect_no_trace(report.exit);
    }
}

TEST(Secrets, AUserWithoutPasswordIsOne) {
    const ScriptedServer proxy(answer(response(200)));
    for (const char* end : {"", ":"}) {
        const Report report =
            probe({"http://t.invalid/", "-x", "http://" + password + end + "@" + host_port(proxy.port())});
        EXPECT_EQ(report["proxies"][0]["proxy"], "http://***@" + host_port(proxy.port()));
        expect_no_trace(report.exit);
    }
}

TEST(Secrets, OfATargetsUrl) {
    const ScriptedServer server(answer(response(500)));
    const std::string base = host_port(server.port());
    const Report report = probe({"http://ada:" + password + "@" + base + "/a?API_Key=" + password +
                                     "&q=shown&sessionid=" + password + "&x_token=" + password,
                                 "-v"});
    EXPECT_EQ(report.text("/targets/0/url"),
              "\"http://***@" + base + "/a?API_Key=***&q=shown&sessionid=***&x_token=***\"");
    expect_no_trace(report.exit);
}

TEST(Secrets, OfHeaders) {
    const RecordingServer server(response(500));
    const Report report =
        probe({server.url(), "-v", "-H", "Authorization: Bearer " + password, "-H", "Cookie: id=" + password,
               "-H", "Proxy-Authorization: Basic " + basic("ada", password)});
    expect_no_trace(report.exit);
    ASSERT_EQ(server.requests().size(), 1U);
    EXPECT_THAT(server.requests()[0], HasSubstr(password));
}

// Servers like to say back what they were told.
TEST(Secrets, EchoedByAServer) {
    const std::string page = "denied for ada:" + password + " (" + basic("ada", password) + ")";
    const ScriptedServer server(answer("HTTP/1.1 403 " + password + "\r\nX-Echo: " + password +
                                       "\r\nContent-Length: " + std::to_string(page.size()) + "\r\n\r\n" +
                                       page));
    const std::string at = host_port(server.port());
    expect_no_trace(outrider({"http://t.invalid/", "-v", "-x", "http://ada:" + password + "@" + at}));
    expect_no_trace(outrider({"https://t.invalid/", "-v", "-x", "http://ada:" + password + "@" + at}));
    expect_no_trace(outrider({"http://ada:" + password + "@" + at + "/", "-v"}));
    expect_no_trace(outrider({"http://" + at + "/?key=" + password, "-v"}));
}

TEST(Secrets, InARedirect) {
    const ScriptedServer server([](Peer& peer) {
        const bool first = peer.read_head().starts_with("GET / ");
        peer.send(first ? response(302, "Location: /next?token=" + password + "\r\n", "") : response(404));
    });
    const Report report = probe({server.url(), "-v"});
    EXPECT_EQ(report.text("/results/0/final_url"), "\"" + server.url("/next?token=***") + "\"");
    expect_no_trace(report.exit);
    const ScriptedServer bad(answer(response(302, "Location: http://ada:" + password + "@:99999/\r\n")));
    expect_no_trace(outrider({bad.url(), "-v"}));
}

struct OddLine {
    const char* name;
    std::string line;
};
class OddLines : public ::testing::TestWithParam<OddLine> {};

// The lines that cannot be read are the ones with odd passwords.
TEST_P(OddLines, AreNeverEchoed) {
    const ScriptedServer server(answer(response(200)));
    const TempDir dir;
    const std::string list = dir.file("list", GetParam().line + "\n");
    for (const char* strict : {"--strict-input", "-v"}) {
        expect_no_trace(outrider({server.url(), "-x", GetParam().line, strict, "--deadline", "1s"}));
        expect_no_trace(outrider({server.url(), "--proxies", list, strict, "--deadline", "1s"}));
        expect_no_trace(outrider({GetParam().line, strict, "--deadline", "1s"}));
        expect_no_trace(outrider({server.url(), "--targets", list, strict, "--deadline", "1s"}));
    }
}
const OddLine odd_lines[] = {
    {"port_out_of_range", "http://ada:" + secret("p@ss/word") + "@127.0.0.1:99999"},
    {"two_ats", "http://ada:" + secret("a@b@c") + "@127.0.0.1:x"},
    {"no_scheme", "ada:" + password + "@:80"},
    {"vendor_form", "127.0.0.1:80:ada:" + password + ":more@here"},
    {"unknown_scheme", "gopher://ada:" + password + "@127.0.0.1:70"},
    {"space_within", "http://ada:" + password + " x@127.0.0.1:80"},
    {"brackets", "http://ada:" + password + "@[::1"},
    {"control_character", "http://ada:" + password + "\x01@127.0.0.1:80"},
    {"percent_encoded", "http://ada:s3cr3t%2Dodd@127.0.0.1:0"},
    {"long_user", "socks5://" + password + std::string(300, 'u') + ":x@127.0.0.1:1"},
    {"slash_in_password", "http://ada:" + secret("a/b?c#d") + "@127.0.0.1:80"},
};
INSTANTIATE_TEST_SUITE_P(Secrets, OddLines, ::testing::ValuesIn(odd_lines), CaseName());

TEST(Secrets, InAPlan) {
    const RecordingServer server(response(500));
    const TempDir dir;
    const std::string good =
        dir.file("good", R"({"targets": [{"url": ")" + server.url("/${NAME}?q=${NAME}") +
                             R"(", "name": "of ${NAME}", "headers": {"X-Key": "${NAME}"}}],
                 "proxies": ["http://${NAME}:${NAME}@)" +
                             host_port(server.port()) + R"("]})");
    ProcessOptions options;
    options.env["NAME"] = password;
    const Report report = probe({"--plan", good, "-v"}, options);
    expect_no_trace(report.exit);
    ASSERT_EQ(server.requests().size(), 1U);
    EXPECT_THAT(server.requests()[0], HasSubstr("X-Key: " + password));
    const std::string bad =
        dir.file("bad", R"({"targets": ["http://ada:)" + password + R"(@:1", {"url": "${NAME}"}],
                 "proxies": [{"url": "http://ada:)" +
                            password + R"(@h:99999"}], ")" + password + R"(": 1})");
    expect_no_trace(outrider({"--plan", bad}, options));
}

TEST(Secrets, MistypedOptions) {
    expect_no_trace(outrider({"--prox=http://ada:" + password + "@127.0.0.1:1", "http://127.0.0.1:1/"}));
    expect_no_trace(outrider({"http://127.0.0.1:1/", "-H", "Authorization " + password}));
    ProcessOptions options;
    options.env["OUTRIDER_PROXY"] = "http://ada:" + password + "@127.0.0.1:99999";
    expect_no_trace(outrider({"http://127.0.0.1:1/"}, options));
}

TEST(Secrets, FromTheEnvironmentsProxies) {
    const RecordingServer proxy;
    ProcessOptions options;
    options.env["http_proxy"] = "http://ada:" + password + "@" + host_port(proxy.port());
    const Report report = probe({"http://t.invalid/", "--proxy-from-env", "-v"}, options);
    EXPECT_EQ(report.verdict(), "success/-/-");
    expect_no_trace(report.exit);
    ASSERT_EQ(proxy.requests().size(), 1U);
    EXPECT_THAT(proxy.requests()[0], HasSubstr("Proxy-Authorization: Basic " + basic("ada", password)));
}

TEST(Secrets, InEveryKindOfReport) {
    const ScriptedServer proxy(answer(response(407)));
    const std::string text = output_dir() / "report.txt";
    const std::string json = output_dir() / "report.json";
    expect_no_trace(outrider({"http://t.invalid/?key=" + password, "-x",
                              "http://ada:" + password + "@" + host_port(proxy.port()), "--report",
                              "text=" + text, "--report", "json=" + json, "--pretty"}));
    EXPECT_THAT(read_file(text), ::testing::Not(HasSubstr(password)));
    EXPECT_THAT(read_file(json), ::testing::Not(HasSubstr(password)));
}

// A crash or a kill must not leave them in a file either.
TEST(Secrets, NoTemporaryFileHoldsThem) {
    const ScriptedServer silent([](Peer& peer) { peer.hold(); });
    RunningOutrider run({"http://ada:" + password + "@" + host_port(silent.port()) + "/", "-o",
                         output_dir() / "report.json"});
    ASSERT_TRUE(eventually([&] { return silent.connections() == 1; }));
    run.signal(SIGKILL);
    run.wait();
    EXPECT_TRUE(find_leaks(output_dir()).empty());
}

}  // namespace
}  // namespace integration
