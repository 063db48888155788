// TLS to the target: what is verified, what each fault is called, and what the ClientHello says.
#include "cases.hpp"
#include "certificates.hpp"
#include "files.hpp"
#include "outrider.hpp"
#include "real_servers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/ssl.h>

namespace integration {
namespace {

using ::testing::HasSubstr;
using namespace std::string_literals;

const ScriptedServer::Script ok = answer(response(200));

Report probe_trusting(const std::string& url, std::vector<std::string> options = {}) {
    options.insert(options.begin(), {url, "--cacert", certificate("ca"), "--connect-timeout", "5s"});
    return probe(options);
}

struct BadCertificate {
    const char* name;  ///< of the certificate too
    const char* error;
};
class Certificates : public ::testing::TestWithParam<BadCertificate> {};
TEST_P(Certificates, AreVerified) {
    const ScriptedServer server(ok, tls_with(GetParam().name));
    const Report report = probe_trusting(server.url());
    EXPECT_EQ(report.verdict(), std::string("network_error/") + GetParam().error + "/target")
        << report.result();
    EXPECT_EQ(report.exit.code, 2);
    EXPECT_EQ(probe_trusting(server.url(), {"--insecure"}).verdict(), "success/-/-");
}
const BadCertificate bad_certificates[] = {
    {"expired", "tls_certificate_expired"},
    {"other_host", "tls_certificate_host"},
    {"untrusted", "tls_certificate_untrusted"},
    {"expired_other_host", "tls_certificate_host"},
    {"untrusted_expired", "tls_certificate_untrusted"},
};
INSTANTIATE_TEST_SUITE_P(Tls, Certificates, ::testing::ValuesIn(bad_certificates), CaseName());

TEST(Tls, TheSystemsAuthoritiesDoNotKnowOurs) {
    const ScriptedServer server(ok, tls_with("server"));
    EXPECT_EQ(probe({server.url()}).verdict(), "network_error/tls_certificate_untrusted/target");
}

TEST(Tls, SslCertFileIsHonoured) {
    const ScriptedServer server(ok, tls_with("server"));
    ProcessOptions options;
    options.env["SSL_CERT_FILE"] = certificate("ca");
    EXPECT_EQ(probe({server.url()}, options).verdict(), "success/-/-");
}

TEST(Tls, OldVersionsAreBelowTheFloor) {
    ServerTls old = tls_with("server");
    old.max_version = TLS1_1_VERSION;
    const ScriptedServer server(ok, old);
    EXPECT_EQ(probe_trusting(server.url()).verdict(), "network_error/tls_version/target");
}

TEST(Tls, Version12IsEnough) {
    ServerTls tls = tls_with("server");
    tls.max_version = TLS1_2_VERSION;
    const ScriptedServer server(ok, tls);
    EXPECT_EQ(probe_trusting(server.url()).verdict(), "success/-/-");
}

/// The whole ClientHello, so that closing sends a FIN and no RST.
void read_hello(Peer& peer) {
    const std::string head = peer.read(5);
    if (head.size() == 5)
        peer.read(static_cast<unsigned char>(head[3]) * 256U + static_cast<unsigned char>(head[4]));
}

/// What a server does in place of a handshake.
struct NoHandshake {
    const char* name;
    ScriptedServer::Script script;
    const char* verdict;
};
class Handshake : public ::testing::TestWithParam<NoHandshake> {};
TEST_P(Handshake, Fails) {
    const ScriptedServer server(GetParam().script);
    const Report report = probe_trusting("https://" + host_port(server.port()));
    EXPECT_EQ(report.verdict(), GetParam().verdict) << report.result();
}
const NoHandshake no_handshakes[] = {
    {"speaks_http",
     [](Peer& peer) { peer.read(5), peer.send("HTTP/1.1 400 Bad Request\r\n\r\n"), peer.hold(); },
     "network_error/tls_not_tls/target"},
    {"speaks_ssh", [](Peer& peer) { peer.send("SSH-2.0-OpenSSH_9.2\r\n"), peer.hold(); },
     "network_error/tls_not_tls/target"},
    {"closes", [](Peer& peer) { read_hello(peer); }, "network_error/tls_handshake/target"},
    {"resets", [](Peer& peer) { peer.read(5), peer.reset(); }, "network_error/tls_handshake/target"},
    {"alert_handshake_failure",
     [](Peer& peer) { peer.read(5), peer.send("\x15\x03\x03\x00\x02\x02\x28"s), peer.hold(); },
     "network_error/tls_handshake/target"},
    {"alert_protocol_version",
     [](Peer& peer) { peer.read(5), peer.send("\x15\x03\x03\x00\x02\x02\x46"s), peer.hold(); },
     "network_error/tls_version/target"},
};
INSTANTIATE_TEST_SUITE_P(Tls, Handshake, ::testing::ValuesIn(no_handshakes), CaseName());

TEST(ClientCertificate, IsGivenWhereItIsAskedFor) {
    ServerTls tls = tls_with("server");
    tls.client_ca = certificate("ca");
    const ScriptedServer server(ok, tls);
    EXPECT_EQ(
        probe_trusting(server.url(), {"--cert", certificate("client"), "--key", certificate_key("client")})
            .verdict(),
        "success/-/-");
}

TEST(ClientCertificate, ARefusedOneIsAFailedHandshake) {
    for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
        ServerTls tls = tls_with("server");
        tls.client_ca = certificate("ca");
        tls.max_version = version;
        const ScriptedServer server(ok, tls);
        EXPECT_EQ(probe_trusting(server.url()).verdict(), "network_error/tls_handshake/target") << version;
        EXPECT_EQ(probe_trusting(server.url(), {"--cert", certificate("stranger_client"), "--key",
                                                certificate_key("stranger_client")})
                      .verdict(),
                  "network_error/tls_handshake/target")
            << version;
    }
}

TEST(ClientCertificate, GoesWithTheOthersOfItsFile) {
    ServerTls tls = tls_with("server");
    tls.client_ca = certificate("ca");
    const ScriptedServer server(ok, tls);
    const TempDir dir;
    const std::string own = read_file(certificate("client_of_between"));
    const std::string chain = dir.file("chain.pem", own + read_file(certificate("between")));
    EXPECT_EQ(probe_trusting(server.url(), {"--cert", chain}).verdict(), "success/-/-");
    EXPECT_EQ(probe_trusting(server.url(), {"--cert", dir.file("own.pem", own)}).verdict(),
              "network_error/tls_handshake/target");
}

TEST(TlsFiles, HoldSeveralAuthorities) {
    const TempDir dir;
    const std::string both =
        dir.file("both.pem", read_file(certificate("stranger")) + read_file(certificate("ca")));
    for (const char* name : {"server", "untrusted"}) {
        const ScriptedServer server(ok, tls_with(name));
        EXPECT_EQ(probe({server.url(), "--cacert", both}).verdict(), "success/-/-") << name;
    }
}

// What a shell makes of <(command): it can be read once.
TEST(TlsFiles, MayBePipes) {
    ServerTls tls = tls_with("server");
    tls.client_ca = certificate("ca");
    const ScriptedServer server(ok, tls);
    const auto probe_with = [&](const std::string& piped, std::vector<std::string> options) {
        options.insert(options.begin(), server.url());
        ProcessOptions process;
        process.input = read_file(piped);
        return probe(options, process).verdict();
    };
    for (const char* pipe : {"/dev/stdin", "-"}) {
        EXPECT_EQ(probe_with(certificate("ca"), {"--cacert", pipe, "--cert", certificate("client")}),
                  "success/-/-");
        EXPECT_EQ(probe_with(certificate("client"), {"--cacert", certificate("ca"), "--cert", pipe}),
                  "success/-/-");
        EXPECT_EQ(probe_with(certificate_key("client"),
                             {"--cacert", certificate("ca"), "--cert", certificate("client"), "--key", pipe}),
                  "success/-/-");
    }
}

TEST(TlsFiles, SayWhatIsWrongBeforeAnythingIsSent) {
    const ScriptedServer server(ok);
    const TempDir dir;
    const std::string nothing = dir.file("nothing", "none");
    const std::string torn =
        dir.file("torn", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    const std::string good = certificate("ca");
    const std::string locked = dir / "locked";
    ASSERT_EQ(run({"openssl", "pkcs8", "-topk8", "-in", certificate_key("client"), "-passout", "pass:x",
                   "-out", locked})
                  .code,
              0);
    const std::string no_certificate = " holds no certificate in PEM form";
    const std::string no_key = " holds no private key in PEM form";
    const std::string no_use = " that cannot be used: ";
    const struct {
        std::vector<std::string> options;
        std::string error;
    } cases[] = {
        {{"--cacert", nothing}, "--cacert: " + nothing + no_certificate},
        {{"--cacert", torn}, "--cacert: " + torn + " holds a certificate" + no_use},
        {{"--cacert", dir.file("half", read_file(good) + read_file(torn))}, no_use},
        {{"--cert", nothing}, "--cert: " + nothing + no_certificate},
        {{"--cert", torn}, "--cert: " + torn + " holds a certificate" + no_use},
        {{"--cert", dir.file("chain", read_file(certificate("client")) + read_file(torn))},
         "further certificate" + no_use},
        {{"--cert", good}, "--cert: " + good + no_key},
        {{"--cert", good, "--key", nothing}, "--key: " + nothing + no_key},
        {{"--cert", good, "--key", certificate_key("client")}, "holds a private key" + no_use},
        {{"--cert", good, "--key", locked}, "--key: " + locked + " holds a private key with a passphrase"},
    };
    for (const auto& wrong : cases) {
        std::vector<std::string> arguments{server.url()};
        arguments.insert(arguments.end(), wrong.options.begin(), wrong.options.end());
        const Exit exit = outrider(arguments);
        EXPECT_EQ(exit.code, 64) << wrong.error;
        EXPECT_THAT(exit.err, HasSubstr(wrong.error));
        EXPECT_EQ(std::count(exit.err.begin(), exit.err.end(), '\n'), 1) << exit.err;
    }
    EXPECT_EQ(server.connections(), 0);
}

TEST(ServerName, IsTheTargetsName) {
    ScriptedServer server(
        [&server](Peer& peer) {
            server.note(peer.server_name());
            server.note(peer.read_head());
            peer.send(response(200));
        },
        tls_with("server"));
    const std::string port = std::to_string(server.port());
    EXPECT_EQ(probe_trusting("https://origin.test:" + port + "/",
                             {"--resolve", "origin.test:" + port + ":127.0.0.1"})
                  .verdict(),
              "success/-/-");
    EXPECT_EQ(probe_trusting("https://origin.test.:" + port + "/",
                             {"--resolve", "origin.test.:" + port + ":127.0.0.1"})
                  .verdict(),
              "success/-/-");
    EXPECT_EQ(probe_trusting("https://127.0.0.1:" + port + "/").verdict(), "success/-/-");
    ASSERT_EQ(server.notes().size(), 6U);
    EXPECT_EQ(server.notes()[0], "origin.test");
    EXPECT_THAT(server.notes()[1], HasSubstr("Host: origin.test:" + port + "\r\n"));
    EXPECT_EQ(server.notes()[2], "origin.test") << "no trailing dot in SNI";
    EXPECT_THAT(server.notes()[3], HasSubstr("Host: origin.test.:" + port + "\r\n")) << "Host as given";
    EXPECT_EQ(server.notes()[4], "") << "no SNI for an address";
}

TEST(ServerName, IsWhatTheCertificateMustHold) {
    const ScriptedServer server(ok, tls_with("server"));
    const std::string port = std::to_string(server.port());
    EXPECT_EQ(
        probe_trusting("https://wrong.test:" + port + "/", {"--resolve", "wrong.test:" + port + ":127.0.0.1"})
            .verdict(),
        "network_error/tls_certificate_host/target");
}

TEST(VerifiedChain, HoldsForItsNameOnly) {
    const ScriptedServer server(ok, tls_with("server"));
    const std::string port = std::to_string(server.port());
    const Report report = probe_trusting(
        "https://origin.test:" + port + "/",
        {"https://wrong.test:" + port + "/", "--resolve", "origin.test:" + port + ":127.0.0.1", "--resolve",
         "wrong.test:" + port + ":127.0.0.1", "--attempts", "2", "--concurrency", "1"});
    for (const std::size_t of_good_name : {0u, 1u})
        EXPECT_EQ(report.verdict(of_good_name), "success/-/-");
    for (const std::size_t of_wrong_name : {2u, 3u})
        EXPECT_EQ(report.verdict(of_wrong_name), "network_error/tls_certificate_host/target");
}

TEST(VerifiedChain, IsNotLearntFromAProbeThatVerifiesNothing) {
    const ScriptedServer server(ok, tls_with("untrusted"));
    const TempDir folder;
    const std::string plan =
        folder.file("plan.json", R"({"targets": [{"url": ")" + server.url() + R"(", "insecure": true}, ")" +
                                     server.url() + R"(again"]})");
    const Report report =
        probe({"--plan", plan, "--cacert", certificate("ca"), "--concurrency", "1", "--attempts", "2"});
    EXPECT_EQ(report.verdict(0), "success/-/-");
    for (const std::size_t of_verified : {2u, 3u})
        EXPECT_EQ(report.verdict(of_verified), "network_error/tls_certificate_untrusted/target");
}

TEST(TlsEnd, WithoutCloseNotifyAfterAMessageOfKnownLengthIsFine) {
    const ScriptedServer server(answer(response(200)), tls_with("server"));
    EXPECT_EQ(probe_trusting(server.url()).verdict(), "success/-/-");
}

TEST(TlsEnd, WithoutCloseNotifyOfABodyOfUnknownLengthIsACut) {
    const ScriptedServer server(answer("HTTP/1.1 200 OK\r\n\r\npart"), tls_with("server"));
    const Report report = probe_trusting(server.url());
    EXPECT_EQ(report.verdict(), "network_error/body_incomplete/target");
    EXPECT_EQ(report.result()["bytes"], 4);
}

TEST(TlsEnd, WithCloseNotifyTheSameBodyIsWhole) {
    const ScriptedServer server(
        [](Peer& peer) {
            peer.read_head();
            peer.send("HTTP/1.1 200 OK\r\n\r\nwhole");
            peer.close_notify();
        },
        tls_with("server"));
    EXPECT_EQ(probe_trusting(server.url()).verdict(), "success/-/-");
}

// A peer that never answers our close_notify does not hold up the exit.
TEST(TlsEnd, IsNotWaitedFor) {
    const ScriptedServer server(
        [](Peer& peer) {
            peer.read_head();
            peer.send(response(200));
            peer.idle();
        },
        tls_with("server"));
    const Report report = probe_trusting(server.url(), {"--deadline", "20s"});
    EXPECT_EQ(report.verdict(), "success/-/-");
    EXPECT_LT(report.exit.duration, std::chrono::seconds(4)) << "less than any limit";
}

TEST(Tls, NginxAsARealOrigin) {
    const ServerPtr nginx = start_nginx(
        "location / { return 200 'ok'; } location /gone { return 429; } location /moved { return 301 /; }");
    EXPECT_EQ(probe_trusting(nginx->proxy_url("https") + "/").verdict(), "success/-/-");
    EXPECT_EQ(probe_trusting(nginx->proxy_url("https") + "/gone").verdict(), "rate_limited/-/target");
    EXPECT_EQ(probe_trusting(nginx->proxy_url("https") + "/moved").verdict(), "success/-/-");
}

// nginx refuses with a page of its own, after the handshake: that is an answer.
TEST(Tls, NginxAskingForAClientCertificate) {
    const ServerPtr nginx = start_nginx("ssl_verify_client on; ssl_client_certificate " + certificate("ca") +
                                        "; location / { return 200 'ok'; }");
    EXPECT_EQ(probe_trusting(nginx->proxy_url("https") + "/").verdict(), "client_error/-/target");
    EXPECT_EQ(probe_trusting(nginx->proxy_url("https") + "/",
                             {"--cert", certificate("client"), "--key", certificate_key("client")})
                  .verdict(),
              "success/-/-");
}

}  // namespace
}  // namespace integration
