#pragma once

#include "scripted_server.hpp"

#include <string>

namespace integration {

/// The PEM files that the build made: "ca" (to be trusted), "server", "expired", "other_host", "untrusted",
/// ... The file of a server holds its key as well.
inline std::string certificate(const std::string& name) {
    return std::string(CERTIFICATES) + "/" + name + ".pem";
}
inline std::string certificate_key(const std::string& name) {
    return std::string(CERTIFICATES) + "/" + name + ".key";
}

/// What a scripted server needs to speak TLS with that certificate.
inline ServerTls tls_with(const std::string& name = "server") {
    ServerTls tls;
    tls.certificate = certificate(name);
    tls.key = certificate_key(name);
    return tls;
}

}  // namespace integration
