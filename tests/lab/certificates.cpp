#include "lab/certificates.hpp"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <cstdint>
#include <cstdio>
#include <stdexcept>

namespace outrider::lab {

namespace {

constexpr long seconds_per_day = 24 * 60 * 60;

void require(bool fine, const char* what) {
    if (fine) return;
    char reason[256];
    ERR_error_string_n(ERR_get_error(), reason, sizeof reason);
    throw std::runtime_error(std::string(what) + ": " + reason);
}

void add_extension(X509* certificate, X509* issuer, int kind, const std::string& value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str());
    require(extension != nullptr, "certificate extension");
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

void set_serial(X509* certificate) {
    std::uint32_t serial = 0;
    RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof serial);
    ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial);
}

std::string joined(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names)
        list += (list.empty() ? "" : ",") + name;
    return list;
}

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

File create(const std::filesystem::path& path) {
    File file(std::fopen(path.c_str(), "w"));
    if (!file) throw std::runtime_error("cannot write " + path.string());
    return file;
}

}  // namespace

Identity make_identity(const Subject& subject, const Identity* issuer) {
    Identity made{Certificate(X509_new()), Key(EVP_EC_gen("P-256"))};
    require(made.certificate && made.key, "key");
    X509* certificate = made.certificate.get();
    X509_set_version(certificate, X509_VERSION_3);
    set_serial(certificate);
    X509_gmtime_adj(X509_getm_notBefore(certificate), subject.valid_from_days * seconds_per_day);
    X509_gmtime_adj(X509_getm_notAfter(certificate), subject.valid_to_days * seconds_per_day);
    X509_set_pubkey(certificate, made.key.get());

    X509_NAME* name = X509_get_subject_name(certificate);
    const auto* text = reinterpret_cast<const unsigned char*>(subject.common_name.c_str());
    require(X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, text, -1, -1, 0) == 1, "name");
    X509* signer = issuer ? issuer->certificate.get() : certificate;
    X509_set_issuer_name(certificate, X509_get_subject_name(signer));

    add_extension(certificate, signer, NID_basic_constraints,
                  subject.authority ? "critical,CA:TRUE" : "CA:FALSE");
    add_extension(certificate, signer, NID_subject_key_identifier, "hash");
    if (issuer) add_extension(certificate, signer, NID_authority_key_identifier, "keyid:always");
    if (subject.authority) add_extension(certificate, signer, NID_key_usage, "critical,keyCertSign,cRLSign");
    if (!subject.alternative_names.empty()) {
        add_extension(certificate, signer, NID_subject_alt_name, joined(subject.alternative_names));
    }
    EVP_PKEY* signing_key = issuer ? issuer->key.get() : made.key.get();
    require(X509_sign(certificate, signing_key, EVP_sha256()) > 0, "signature");
    return made;
}

TlsContext make_server_context(const Identity& identity, const TlsSettings& settings) {
    TlsContext context(SSL_CTX_new(TLS_server_method()));
    require(context != nullptr, "TLS context");
    SSL_CTX* raw = context.get();
    SSL_CTX_set_mode(
        raw, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    // OpenSSL 3 speaks TLS before 1.2 at its lowest security level only.
    if (settings.lowest_version < TLS1_2_VERSION) SSL_CTX_set_cipher_list(raw, "ALL:@SECLEVEL=0");
    SSL_CTX_set_min_proto_version(raw, settings.lowest_version);
    SSL_CTX_set_max_proto_version(raw, settings.highest_version);
    SSL_CTX_set_session_cache_mode(raw, SSL_SESS_CACHE_OFF);
    require(SSL_CTX_use_certificate(raw, identity.certificate.get()) == 1, "certificate");
    require(SSL_CTX_use_PrivateKey(raw, identity.key.get()) == 1, "private key");
    if (settings.client_authority) {
        X509_STORE_add_cert(SSL_CTX_get_cert_store(raw), settings.client_authority->certificate.get());
        SSL_CTX_add_client_CA(raw, settings.client_authority->certificate.get());
        SSL_CTX_set_verify(raw, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
    }
    return context;
}

void write_certificate(const std::filesystem::path& file, const Identity& identity) {
    require(PEM_write_X509(create(file).get(), identity.certificate.get()) == 1, "certificate file");
}

void write_key(const std::filesystem::path& file, const Identity& identity) {
    const File out = create(file);
    require(PEM_write_PrivateKey(out.get(), identity.key.get(), nullptr, nullptr, 0, nullptr, nullptr) == 1,
            "key file");
}

}  // namespace outrider::lab
