#pragma once

#include "lab/certificates.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace outrider::lab {

/// Every way in which the lab speaks TLS, by the name that lab.json has for its port: `origin_tls`,
/// `tls_expired` and so on.
class TlsServers {
public:
    TlsServers();

    /// Null where there is none of that name.
    SSL_CTX* find(const std::string& name) const;
    const std::map<std::string, TlsContext>& all() const { return contexts_; }
    /// Writes ca.pem, client.pem and client.key.
    void write_files(const std::filesystem::path& dir) const;

private:
    void add(const std::string& name, const Subject& subject, const Identity* issuer,
             const TlsSettings& settings);

    Identity authority_;
    Identity stranger_;
    Identity client_;
    std::map<std::string, TlsContext> contexts_;
};

}  // namespace outrider::lab
