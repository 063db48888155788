#include "lab/tls_servers.hpp"

namespace outrider::lab {

TlsServers::TlsServers()
    : authority_(make_identity({.common_name = "outrider-lab CA", .authority = true}, nullptr)),
      stranger_(make_identity({.common_name = "somebody else's CA", .authority = true}, nullptr)),
      client_(make_identity({.common_name = "lab client"}, &authority_)) {
    const Subject own{.common_name = "lab",
                      .alternative_names = {"DNS:localhost", "DNS:origin.test", "DNS:*.origin.test",
                                            "DNS:only-proxy-knows.invalid", "IP:127.0.0.1"}};
    Subject expired = own;
    expired.valid_from_days = -60;
    expired.valid_to_days = -1;
    Subject other{.common_name = "other", .alternative_names = {"DNS:elsewhere.example"}};
    Subject expired_other = other;
    expired_other.valid_from_days = expired.valid_from_days;
    expired_other.valid_to_days = expired.valid_to_days;

    add("origin_tls", own, &authority_, {});
    add("tls_expired", expired, &authority_, {});
    add("tls_wrong_host", other, &authority_, {});
    add("tls_expired_wrong_host", expired_other, &authority_, {});
    add("tls_untrusted", own, &stranger_, {});
    add("tls_untrusted_expired_wrong_host", expired_other, &stranger_, {});
    add("tls_self_signed", own, nullptr, {});
    add("tls_client_cert", own, &authority_, {.client_authority = &authority_});
    add("tls_1_1", own, &authority_, {.lowest_version = TLS1_VERSION, .highest_version = TLS1_1_VERSION});
    add("tls_1_2", own, &authority_, {.highest_version = TLS1_2_VERSION});
    add("tls_1_3", own, &authority_, {.lowest_version = TLS1_3_VERSION});
}

void TlsServers::add(const std::string& name, const Subject& subject, const Identity* issuer,
                     const TlsSettings& settings) {
    contexts_[name] = make_server_context(make_identity(subject, issuer), settings);
}

SSL_CTX* TlsServers::find(const std::string& name) const {
    const auto found = contexts_.find(name);
    return found == contexts_.end() ? nullptr : found->second.get();
}

void TlsServers::write_files(const std::filesystem::path& dir) const {
    write_certificate(dir / "ca.pem", authority_);
    write_certificate(dir / "client.pem", client_);
    write_key(dir / "client.key", client_);
}

}  // namespace outrider::lab
