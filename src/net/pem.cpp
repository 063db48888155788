#include "pem.hpp"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <memory>

namespace outrider {
namespace {

struct Free {
    void operator()(BIO* bio) const { BIO_free(bio); }
    void operator()(X509* certificate) const { X509_free(certificate); }
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
    void operator()(STACK_OF(X509_INFO) * entries) const { sk_X509_INFO_pop_free(entries, &X509_INFO_free); }
};
template <class Owned>
using Own = std::unique_ptr<Owned, Free>;

Own<BIO> reader_of(std::string_view pem) {
    return Own<BIO>(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
}

// Else OpenSSL asks for it on the terminal, for ever.
int no_passphrase(char*, int, int, void* asked) {
    if (asked != nullptr) *static_cast<bool*>(asked) = true;
    return -1;
}

Own<X509> next_certificate(BIO& from) {
    return Own<X509>(PEM_read_bio_X509_AUX(&from, nullptr, &no_passphrase, nullptr));
}

bool found_no_more() {
    const unsigned long code = ERR_peek_last_error();
    return ERR_GET_LIB(code) == ERR_LIB_PEM && ERR_GET_REASON(code) == PEM_R_NO_START_LINE;
}

std::string holds_no(const std::string& what, const std::string& label) {
    ERR_clear_error();
    return "holds no " + what + " in PEM form, which begins with -----BEGIN " + label + "-----";
}

std::string cannot_use(const std::string& what) {
    return "holds a " + what + " that cannot be used: " + openssl_reason();
}

}  // namespace

std::string openssl_reason() {
    const unsigned long code = ERR_peek_last_error();
    ERR_clear_error();
    const char* reason = ERR_reason_error_string(code);
    return reason != nullptr ? reason : "not understood";
}

PemFault trust(ssl_ctx_st& context, std::string_view pem, ossl_lib_ctx_st* library) {
    const Own<BIO> from = reader_of(pem);
    const Own<STACK_OF(X509_INFO)> entries(
        PEM_X509_INFO_read_bio_ex(from.get(), nullptr, &no_passphrase, nullptr, library, nullptr));
    if (!entries) return cannot_use("certificate");
    X509_STORE* store = SSL_CTX_get_cert_store(&context);
    int certificates = 0;
    for (int i = 0; i < sk_X509_INFO_num(entries.get()); ++i) {
        const X509_INFO& entry = *sk_X509_INFO_value(entries.get(), i);
        if (entry.x509 != nullptr) certificates += X509_STORE_add_cert(store, entry.x509);
        if (entry.crl != nullptr) X509_STORE_add_crl(store, entry.crl);
    }
    if (certificates == 0) return holds_no("certificate", "CERTIFICATE");
    return std::nullopt;
}

PemFault use_certificate(ssl_ctx_st& context, std::string_view pem) {
    const Own<BIO> from = reader_of(pem);
    Own<X509> certificate = next_certificate(*from);
    if (!certificate && found_no_more()) return holds_no("certificate", "CERTIFICATE");
    if (!certificate || SSL_CTX_use_certificate(&context, certificate.get()) != 1) {
        return cannot_use("certificate");
    }
    while ((certificate = next_certificate(*from))) {
        if (SSL_CTX_add1_chain_cert(&context, certificate.get()) != 1) break;
    }
    if (certificate || !found_no_more()) return cannot_use("further certificate");
    ERR_clear_error();
    return std::nullopt;
}

PemFault use_key(ssl_ctx_st& context, std::string_view pem) {
    const Own<BIO> from = reader_of(pem);
    bool asked_passphrase = false;
    const Own<EVP_PKEY> key(PEM_read_bio_PrivateKey(from.get(), nullptr, &no_passphrase, &asked_passphrase));
    if (!key && asked_passphrase) return "holds a private key with a passphrase: write it without one";
    if (!key) return holds_no("private key", "PRIVATE KEY");
    if (SSL_CTX_use_PrivateKey(&context, key.get()) != 1) return cannot_use("private key");
    return std::nullopt;
}

}  // namespace outrider
