#pragma once

struct x509_store_ctx_st;

namespace outrider {

/// OpenSSL's certificate check, gone through to the end so that all faults of a chain are known. For
/// TlsStream only.
int verify_certificate(x509_store_ctx_st* store, void*);

}  // namespace outrider
