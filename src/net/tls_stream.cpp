#include "outrider/model/url.hpp"
#include "outrider/net/tls.hpp"
#include "tls_hooks.hpp"
#include "verified_chains.hpp"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <array>
#include <cstdio>

namespace outrider {

struct TlsStream::Hidden {
    Hidden(Stream& stream, const std::string& expected) : lower(stream), host(expected) {}

    Stream& lower;
    std::unique_ptr<ssl_st, FreeSsl> ssl;
    std::string host;
    bool verify = true;

    // What the lower stream said last: OpenSSL itself only knows "try again".
    IoStatus lower_status = IoStatus::ok;
    MaybeFault lower_fault;

    // The first bytes of the peer tell TLS from other protocols better than any error code.
    std::array<char, 5> first{};
    std::size_t first_count = 0;

    bool untrusted = false;
    bool wrong_host = false;
    bool expired = false;
    int verify_error = X509_V_OK;
};

namespace {

std::string sni_name(const std::string& host) {
    return host.ends_with('.') ? host.substr(0, host.size() - 1) : host;
}

std::string without_zone(const std::string& address) {
    return address.substr(0, address.find('%'));
}

std::string openssl_detail(unsigned long code) {
    const char* reason = ERR_reason_error_string(code);
    return reason != nullptr ? reason : "TLS failed";
}

bool is_tls_record(const std::array<char, 5>& first, std::size_t count) {
    const auto type = static_cast<unsigned char>(first[0]);
    return count == 0 || (type >= 20 && type <= 24 && (count == 1 || first[1] == 3));
}

}  // namespace

/// The bridge between OpenSSL's callbacks and a TlsStream.
struct TlsHooks {
    static TlsStream::Hidden& of(BIO* bio) { return *static_cast<TlsStream::Hidden*>(BIO_get_data(bio)); }

    static int finish(BIO* bio, TlsStream::Hidden& hidden, IoResult result) {
        hidden.lower_status = result.status;
        if (result.status == IoStatus::ok) return static_cast<int>(result.bytes);
        if (result.status == IoStatus::want_read) BIO_set_retry_read(bio);
        if (result.status == IoStatus::want_write) BIO_set_retry_write(bio);
        if (result.fault) hidden.lower_fault = std::move(result.fault);
        return -1;
    }

    static int read(BIO* bio, char* into, int size) {
        BIO_clear_retry_flags(bio);
        TlsStream::Hidden& hidden = of(bio);
        const IoResult result = hidden.lower.read(std::span(into, static_cast<std::size_t>(size)));
        for (std::size_t i = 0; i < result.bytes && hidden.first_count < hidden.first.size(); ++i) {
            hidden.first[hidden.first_count++] = into[i];
        }
        return finish(bio, hidden, result);
    }

    static int write(BIO* bio, const char* bytes, int size) {
        BIO_clear_retry_flags(bio);
        TlsStream::Hidden& hidden = of(bio);
        const IoResult result = hidden.lower.write(std::string_view(bytes, static_cast<std::size_t>(size)));
        return finish(bio, hidden, result);
    }

    static long control(BIO*, int command, long, void*) { return command == BIO_CTRL_FLUSH ? 1 : 0; }

    static const BIO_METHOD* method() {
        static BIO_METHOD* const made = [] {
            BIO_METHOD* fresh = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "stream");
            BIO_meth_set_read(fresh, &TlsHooks::read);
            BIO_meth_set_write(fresh, &TlsHooks::write);
            BIO_meth_set_ctrl(fresh, &TlsHooks::control);
            return fresh;
        }();
        return made;
    }

    static TlsStream::Hidden& of(X509_STORE_CTX* store) {
        auto* ssl =
            static_cast<SSL*>(X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()));
        return *static_cast<TlsStream::Hidden*>(SSL_get_app_data(ssl));
    }

    static int note_fault(int good, X509_STORE_CTX* store) {
        if (good != 0) return 1;
        TlsStream::Hidden& hidden = of(store);
        const int error = X509_STORE_CTX_get_error(store);
        if (hidden.verify_error == X509_V_OK) hidden.verify_error = error;
        switch (error) {
            case X509_V_ERR_CERT_HAS_EXPIRED:
            case X509_V_ERR_CERT_NOT_YET_VALID:
                hidden.expired = true;
                break;
            case X509_V_ERR_HOSTNAME_MISMATCH:
            case X509_V_ERR_IP_ADDRESS_MISMATCH:
                hidden.wrong_host = true;
                break;
            default:
                if (!hidden.untrusted) hidden.verify_error = error;
                hidden.untrusted = true;
        }
        return 1;
    }

    static int verify(X509_STORE_CTX* store, VerifiedChains& verified) {
        TlsStream::Hidden& hidden = of(store);
        if (!hidden.verify) return 1;
        std::string key = VerifiedChains::key(store, hidden.host);
        if (verified.has(key)) return 1;
        X509_STORE_CTX_set_verify_cb(store, &TlsHooks::note_fault);
        const int checked = X509_verify_cert(store);
        const bool sound = !hidden.untrusted && !hidden.wrong_host && !hidden.expired;
        if (checked == 1 && sound) {
            verified.add(std::move(key));
            return 1;
        }
        if (sound) hidden.untrusted = true;  // the check itself could not be made
        X509_STORE_CTX_set_error(
            store, hidden.verify_error != X509_V_OK ? hidden.verify_error : X509_V_ERR_UNSPECIFIED);
        return 0;
    }
};

int verify_certificate(x509_store_ctx_st* store, void* verified_chains) {
    return TlsHooks::verify(store, *static_cast<VerifiedChains*>(verified_chains));
}

TlsStream::TlsStream(ssl_ctx_st& context, Stream& lower, const std::string& host, bool verify)
    : hidden_(std::make_unique<Hidden>(lower, host)) {
    hidden_->verify = verify;
    hidden_->ssl.reset(SSL_new(&context));
    SSL* ssl = hidden_->ssl.get();
    BIO* bio = BIO_new(TlsHooks::method());
    if (ssl == nullptr || bio == nullptr) {
        BIO_free(bio);
        hidden_->ssl.reset();
        return;
    }
    BIO_set_data(bio, hidden_.get());
    BIO_set_init(bio, 1);
    SSL_set_bio(ssl, bio, bio);
    SSL_set_app_data(ssl, hidden_.get());
    SSL_set_connect_state(ssl);
    SSL_set_verify(ssl, verify ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, nullptr);

    X509_VERIFY_PARAM* expected = SSL_get0_param(ssl);
    X509_VERIFY_PARAM_set_hostflags(expected, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    if (is_ip_literal(host)) {
        X509_VERIFY_PARAM_set1_ip_asc(expected, without_zone(host).c_str());
    } else {
        const std::string name = sni_name(host);
        SSL_set_tlsext_host_name(ssl, name.c_str());
        X509_VERIFY_PARAM_set1_host(expected, name.c_str(), name.size());
    }
}

TlsStream::~TlsStream() = default;

IoResult TlsStream::handshake() {
    if (!hidden_->ssl) return {IoStatus::failed, 0, Fault{Error::local_resources, "no memory for TLS"}};
    ERR_clear_error();
    return outcome_of_call(SSL_do_handshake(hidden_->ssl.get()), true);
}

IoResult TlsStream::write(std::string_view bytes) {
    ERR_clear_error();
    std::size_t written = 0;
    const int result = SSL_write_ex(hidden_->ssl.get(), bytes.data(), bytes.size(), &written);
    if (result == 1) return {IoStatus::ok, written, {}};
    return outcome_of_call(result, false);
}

IoResult TlsStream::read_new(std::span<char> into) {
    ERR_clear_error();
    std::size_t count = 0;
    const int result = SSL_read_ex(hidden_->ssl.get(), into.data(), into.size(), &count);
    if (result == 1) return {IoStatus::ok, count, {}};
    return outcome_of_call(result, false);
}

IoResult TlsStream::outcome_of_call(int result, bool in_handshake) {
    if (result == 1) return {IoStatus::ok, 0, {}};
    const int error = SSL_get_error(hidden_->ssl.get(), result);
    if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE) {
        // TLS in TLS: what the inner layer waits for is not what the socket must be waited on for.
        const IoStatus want = error == SSL_ERROR_WANT_READ ? IoStatus::want_read : IoStatus::want_write;
        return {hidden_->lower_status == IoStatus::ok ? want : hidden_->lower_status, 0, {}};
    }
    if (error == SSL_ERROR_ZERO_RETURN) return {IoStatus::closed, 0, {}};
    if (in_handshake) return {IoStatus::failed, 0, handshake_fault()};
    if (hidden_->lower_status == IoStatus::closed || hidden_->lower_status == IoStatus::truncated) {
        return {IoStatus::truncated, 0, {}};
    }
    if (hidden_->lower_status == IoStatus::failed && hidden_->lower_fault) {
        return {IoStatus::failed, 0, hidden_->lower_fault};
    }
    return {IoStatus::failed, 0, Fault{Error::tls_handshake, openssl_detail(ERR_peek_error())}};
}

Fault TlsStream::handshake_fault() const {
    const Hidden& hidden = *hidden_;
    const std::string reason = X509_verify_cert_error_string(hidden.verify_error);
    if (hidden.untrusted) return {Error::tls_certificate_untrusted, reason};
    if (hidden.wrong_host) return {Error::tls_certificate_host, "the certificate is for another name"};
    if (hidden.expired) return {Error::tls_certificate_expired, reason};

    if (!is_tls_record(hidden.first, hidden.first_count)) {
        const std::string_view first(hidden.first.data(), hidden.first_count);
        const bool http = first.starts_with("HTTP/");
        return {Error::tls_not_tls, http ? "it speaks HTTP without TLS" : "the answer is not TLS"};
    }
    if (hidden.lower_status == IoStatus::failed && hidden.lower_fault) {
        const Error error = hidden.lower_fault->error == Error::local_resources ? Error::local_resources
                                                                                : Error::tls_handshake;
        return {error, hidden.lower_fault->detail + " during the TLS handshake"};
    }
    if (hidden.lower_status == IoStatus::closed || hidden.lower_status == IoStatus::truncated) {
        return {Error::tls_handshake, "closed during the TLS handshake"};
    }
    const unsigned long code = ERR_peek_error();
    switch (ERR_GET_REASON(code)) {
        case SSL_R_UNSUPPORTED_PROTOCOL:
        case SSL_R_TLSV1_ALERT_PROTOCOL_VERSION:
        case SSL_R_WRONG_SSL_VERSION:
        case SSL_R_VERSION_TOO_LOW:
            return {Error::tls_version, openssl_detail(code)};
        case SSL_R_WRONG_VERSION_NUMBER:
            return {Error::tls_not_tls, openssl_detail(code)};
        default:
            return {Error::tls_handshake, openssl_detail(code)};
    }
}

}  // namespace outrider
