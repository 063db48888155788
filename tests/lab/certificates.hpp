#pragma once

#include <openssl/ssl.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace outrider::lab {

struct FreeOpenSsl {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
    void operator()(X509* certificate) const { X509_free(certificate); }
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};
using Key = std::unique_ptr<EVP_PKEY, FreeOpenSsl>;
using Certificate = std::unique_ptr<X509, FreeOpenSsl>;
using TlsContext = std::unique_ptr<SSL_CTX, FreeOpenSsl>;

/// A certificate with its private key (ECDSA P-256).
struct Identity {
    Certificate certificate;
    Key key;
};

/// What a certificate to be made says.
struct Subject {
    std::string common_name;
    std::vector<std::string> alternative_names = {};  ///< `DNS:a.test`, `IP:127.0.0.1`
    int valid_from_days = -2;                         ///< from now
    int valid_to_days = 30;
    bool authority = false;
};

/// Makes a key and a certificate for it, signed by `issuer`, or by itself where that is null. Throws
/// std::runtime_error where OpenSSL refuses.
Identity make_identity(const Subject& subject, const Identity* issuer);

/// How a server speaks TLS.
struct TlsSettings {
    int lowest_version = TLS1_2_VERSION;
    int highest_version = TLS1_3_VERSION;
    const Identity* client_authority = nullptr;  ///< set: clients must show a certificate signed by it
};
TlsContext make_server_context(const Identity& identity, const TlsSettings& settings);

void write_certificate(const std::filesystem::path& file, const Identity& identity);
void write_key(const std::filesystem::path& file, const Identity& identity);

}  // namespace outrider::lab
