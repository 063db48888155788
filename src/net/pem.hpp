#pragma once

#include <optional>
#include <string>
#include <string_view>

struct ossl_lib_ctx_st;
struct ssl_ctx_st;

namespace outrider {

// What stands in PEM files, given to OpenSSL from memory: a pipe can be read but once. Each says what is
// wrong, in words that follow the file's name.

using PemFault = std::optional<std::string>;

/// Trusts the certificates in `pem`, with their revocation lists, and no others.
PemFault trust(ssl_ctx_st& context, std::string_view pem, ossl_lib_ctx_st* library);

/// Shows the first certificate in `pem` to peers that ask for one, the others as its chain.
PemFault use_certificate(ssl_ctx_st& context, std::string_view pem);

/// The private key of that certificate, of any kind. One with a passphrase cannot be used.
PemFault use_key(ssl_ctx_st& context, std::string_view pem);

/// What OpenSSL says of its last failure.
std::string openssl_reason();

}  // namespace outrider
