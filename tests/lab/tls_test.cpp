#include "lab/test_client.hpp"

#include <gtest/gtest.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>

namespace outrider::lab {
namespace {

/// How a handshake with the lab's authority as the only trusted one comes out.
struct Handshake {
    bool done = false;
    long verdict = 0;  ///< X509_V_*
    std::string version;
    std::string first_line;  ///< of the answer to a GET
};

struct Wish {
    std::string host = "127.0.0.1";
    bool with_client_certificate = false;
};

Handshake shake(const RunningLab& lab, const std::string& server, const Wish& wish = {}) {
    const TlsContext context(SSL_CTX_new(TLS_client_method()));
    SSL_CTX_load_verify_locations(context.get(), (lab.dir() / "ca.pem").c_str(), nullptr);
    SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
    if (wish.with_client_certificate) {
        SSL_CTX_use_certificate_file(context.get(), (lab.dir() / "client.pem").c_str(), SSL_FILETYPE_PEM);
        SSL_CTX_use_PrivateKey_file(context.get(), (lab.dir() / "client.key").c_str(), SSL_FILETYPE_PEM);
    }
    Client client(lab.address(server));
    SSL* ssl = SSL_new(context.get());
    SSL_set_fd(ssl, client.descriptor());
    X509_VERIFY_PARAM* parameters = SSL_get0_param(ssl);
    if (X509_VERIFY_PARAM_set1_ip_asc(parameters, wish.host.c_str()) != 1)
        SSL_set1_host(ssl, wish.host.c_str());

    Handshake result;
    result.done = SSL_connect(ssl) == 1;
    result.verdict = SSL_get_verify_result(ssl);
    result.version = SSL_get_version(ssl);
    const std::string request = "GET /status/200 HTTP/1.1\r\nConnection: close\r\n\r\n";
    char answer[15] = {};
    if (result.done) SSL_write(ssl, request.data(), static_cast<int>(request.size()));
    const int count = result.done ? SSL_read(ssl, answer, sizeof answer) : 0;
    result.first_line.assign(answer, count > 0 ? static_cast<std::size_t>(count) : 0);
    SSL_free(ssl);
    return result;
}

TEST(Tls, certificates_are_good_or_bad_as_they_are_called) {
    const RunningLab lab;
    const struct {
        const char* server;
        long verdict;
    } cases[] = {
        {"origin_tls", X509_V_OK},
        {"tls_expired", X509_V_ERR_CERT_HAS_EXPIRED},
        {"tls_wrong_host", X509_V_ERR_IP_ADDRESS_MISMATCH},
        {"tls_untrusted", X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY},
        {"tls_self_signed", X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT},
        {"tls_1_2", X509_V_OK},
        {"tls_1_3", X509_V_OK},
    };
    for (const auto& [server, verdict] : cases) {
        const Handshake result = shake(lab, server);
        EXPECT_TRUE(result.done) << server;  // the client does not insist
        EXPECT_EQ(result.first_line, "HTTP/1.1 200 OK") << server;
        EXPECT_EQ(result.verdict, verdict) << server;
    }
}

TEST(Tls, the_good_certificate_holds_for_the_names_that_proxies_know) {
    const RunningLab lab;
    for (const char* host : {"origin.test", "a.origin.test", "localhost", "only-proxy-knows.invalid"}) {
        EXPECT_EQ(shake(lab, "origin_tls", {.host = host}).verdict, X509_V_OK) << host;
    }
    EXPECT_EQ(shake(lab, "origin_tls", {.host = "other.test"}).verdict, X509_V_ERR_HOSTNAME_MISMATCH);
}

TEST(Tls, versions_are_those_in_the_name) {
    const RunningLab lab;
    EXPECT_EQ(shake(lab, "tls_1_2").version, "TLSv1.2");
    EXPECT_EQ(shake(lab, "tls_1_3").version, "TLSv1.3");
    EXPECT_FALSE(shake(lab, "tls_1_1").done);
}

TEST(Tls, a_client_certificate_is_wanted_where_it_says_so) {
    const RunningLab lab;
    EXPECT_EQ(shake(lab, "tls_client_cert", {.with_client_certificate = true}).first_line, "HTTP/1.1 200 OK");
    EXPECT_EQ(shake(lab, "tls_client_cert").first_line, "");
}

TEST(Tls, a_server_can_fall_silent_or_speak_plain) {
    const RunningLab lab;
    EXPECT_FALSE(shake(lab, "plain_on_tls").done);
    EXPECT_FALSE(shake(lab, "accept_and_close").done);
}

}  // namespace
}  // namespace outrider::lab
