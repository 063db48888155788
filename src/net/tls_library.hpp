#pragma once

#include "outrider/net/tls.hpp"

namespace outrider {

/// OpenSSL's own algorithms for one event loop, without the readers and writers of key files: OpenSSL 3.0
/// asks every one of them again for each certificate that it parses, under locks that all threads share,
/// which takes a sixth of a handshake. Null, which is the library that everybody shares, where this machine
/// is set up with other providers (FIPS, hardware).
SslLibrary own_library();

}  // namespace outrider
