#include "outrider/net/tls.hpp"
#include "outrider/net/tls_files.hpp"
#include "pem.hpp"
#include "tls_hooks.hpp"
#include "tls_library.hpp"
#include "verified_chains.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <cstdlib>
#include <utility>

namespace outrider {
namespace {

// Reading the whole bundle costs tens of milliseconds; the hashed folder is read when a certificate is first
// needed.
bool trust_system(SSL_CTX& context) {
    const char* file = std::getenv(X509_get_default_cert_file_env());
    const char* folder = std::getenv(X509_get_default_cert_dir_env());
    if (file != nullptr && *file != '\0') {
        SSL_CTX_load_verify_file(&context, file);
        if (folder == nullptr || *folder == '\0') return true;
    }
    if (folder == nullptr || *folder == '\0') folder = X509_get_default_cert_dir();
    return SSL_CTX_load_verify_dir(&context, folder) == 1;
}

SslContext make_context(ossl_lib_ctx_st* library, VerifiedChains& verified) {
    SslContext context(SSL_CTX_new_ex(library, nullptr, TLS_client_method()));
    if (!context) return context;
    SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
    SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
    SSL_CTX_set_options(context.get(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET);
    SSL_CTX_set_mode(context.get(), SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                        SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    static constexpr unsigned char alpn[] = "\x08http/1.1";
    SSL_CTX_set_alpn_protos(context.get(), alpn, sizeof alpn - 1);
    SSL_CTX_set_cert_verify_callback(context.get(), &verify_certificate, &verified);
    return context;
}

std::optional<std::string> blamed(const char* option, const std::optional<std::string>& file,
                                  PemFault fault) {
    if (!fault) return std::nullopt;
    return option + *file + ' ' + *fault;
}

std::optional<std::string> use_files(const Settings& settings, TlsContexts& contexts) {
    SSL_CTX& context = *contexts.targets;
    if (!settings.cacert_file) {
        trust_system(context);
    } else if (auto fault = trust(context, settings.cacert, contexts.library.get())) {
        return blamed("--cacert: ", settings.cacert_file, std::move(fault));
    }
    SSL_CTX_set1_cert_store(contexts.proxies.get(), SSL_CTX_get_cert_store(&context));
    if (!settings.cert_file) return std::nullopt;
    if (auto fault = use_certificate(context, settings.cert.reveal())) {
        return blamed("--cert: ", settings.cert_file, std::move(fault));
    }
    if (settings.key_file) {
        return blamed("--key: ", settings.key_file, use_key(context, settings.key.reveal()));
    }
    PemFault fault = use_key(context, settings.cert.reveal());
    if (fault) *fault += "; or name its file by --key";
    return blamed("--cert: ", settings.cert_file, std::move(fault));
}

}  // namespace

void FreeSslContext::operator()(ssl_ctx_st* context) const {
    SSL_CTX_free(context);
}
void FreeVerifiedChains::operator()(VerifiedChains* chains) const {
    delete chains;
}
void FreeSsl::operator()(ssl_st* ssl) const {
    SSL_free(ssl);
}

MadeTlsContexts make_tls_contexts(const Settings& settings) {
    MadeTlsContexts made;
    TlsContexts& contexts = made.contexts;
    // To read a client's key takes what an own library leaves out.
    if (!settings.cert_file) contexts.library = own_library();
    contexts.verified.reset(new VerifiedChains);
    contexts.targets = make_context(contexts.library.get(), *contexts.verified);
    contexts.proxies = make_context(contexts.library.get(), *contexts.verified);
    if (!made.contexts.targets || !made.contexts.proxies) {
        made.error = "TLS cannot be set up: " + openssl_reason();
    } else {
        made.error = use_files(settings, made.contexts);
    }
    ERR_clear_error();
    return made;
}

std::optional<std::string> check_tls_files(const Settings& settings) {
    if (!settings.cacert_file && !settings.cert_file) return std::nullopt;
    return make_tls_contexts(settings).error;
}

}  // namespace outrider
