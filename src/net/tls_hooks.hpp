#pragma once

struct x509_store_ctx_st;

namespace outrider {

/// OpenSSL's certificate check, gone through to the end so that all faults of a chain are known. For
/// TlsStream only. `verified_chains` is the VerifiedChains of the context.
int verify_certificate(x509_store_ctx_st* store, void* verified_chains);

}  // namespace outrider
