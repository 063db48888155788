#pragma once

#include "outrider/model/settings.hpp"
#include "outrider/net/stream.hpp"

#include <memory>
#include <optional>
#include <string>

struct ossl_lib_ctx_st;
struct ossl_provider_st;
struct ssl_ctx_st;
struct ssl_st;

namespace outrider {

struct FreeSslContext {
    void operator()(ssl_ctx_st* context) const;
};
struct FreeSsl {
    void operator()(ssl_st* ssl) const;
};
struct FreeSslLibrary {
    ossl_provider_st* provider = nullptr;  ///< loaded into it
    void operator()(ossl_lib_ctx_st* library) const;
};
using SslContext = std::unique_ptr<ssl_ctx_st, FreeSslContext>;
using SslLibrary = std::unique_ptr<ossl_lib_ctx_st, FreeSslLibrary>;

class VerifiedChains;
struct FreeVerifiedChains {
    void operator()(VerifiedChains* chains) const;
};

/// The TLS settings of a run, for one event loop. Client certificates are for targets only; both trust the
/// same, and remember together what they have verified.
struct TlsContexts {
    SslLibrary library;  ///< null: the one that all share
    std::unique_ptr<VerifiedChains, FreeVerifiedChains> verified;
    SslContext targets;
    SslContext proxies;
};

/// Makes both contexts; `error` says which of `--cacert`, `--cert` and `--key` cannot be used and why.
struct MadeTlsContexts {
    TlsContexts contexts;
    std::optional<std::string> error;
};
MadeTlsContexts make_tls_contexts(const Settings& settings);

/// A TLS client on another stream, over OpenSSL without its sockets.
class TlsStream final : public Stream {
public:
    /// `host` is what the certificate must be for: a name (sent as SNI, RFC 6066 section 3) or an address
    /// (not sent).
    TlsStream(ssl_ctx_st& context, Stream& lower, const std::string& host, bool verify);
    ~TlsStream() override;

    /// ok once the handshake is done; faults are tls_* words.
    IoResult handshake();
    IoResult write(std::string_view bytes) override;

private:
    friend struct TlsHooks;
    struct Hidden;

    IoResult read_new(std::span<char> into) override;
    IoResult outcome_of_call(int result, bool in_handshake);
    Fault handshake_fault() const;

    std::unique_ptr<Hidden> hidden_;
};

}  // namespace outrider
