#include "lab/lab.hpp"

#include <fstream>
#include <utility>

namespace outrider::lab {

namespace {

const std::vector<std::string> own_names = {"DNS:localhost", "DNS:*.test", "DNS:*.invalid", "IP:127.0.0.1"};

}  // namespace

Lab::Lab(const LabOptions& options) : dir_(options.dir) {
    std::filesystem::create_directories(dir_);
    make_certificates();
    serve_origin();
    write_files();
}

void Lab::make_certificates() {
    authority_ = make_identity({.common_name = "outrider-lab CA", .authority = true}, nullptr);
    write_certificate(dir_ / "ca.pem", authority_);
    const Identity client = make_identity({.common_name = "lab client"}, &authority_);
    write_certificate(dir_ / "client.pem", client);
    write_key(dir_ / "client.key", client);
}

void Lab::serve_origin() {
    const Serve serve = [this](Stream& stream) { return origin_.serve(stream); };
    addresses_["origin"] = listen("origin", nullptr, serve);

    const auto serve_tls = [&](const char* name, const Subject& subject, const Identity* issuer,
                               const TlsSettings& settings) {
        const Identity identity = make_identity(subject, issuer);
        tls_contexts_.push_back(make_server_context(identity, settings));
        addresses_[name] = listen(name, tls_contexts_.back().get(), serve);
    };
    const Identity stranger =
        make_identity({.common_name = "somebody else's CA", .authority = true}, nullptr);
    const Subject own{.common_name = "lab", .alternative_names = own_names};
    Subject expired = own;
    expired.valid_from_days = -60;
    expired.valid_to_days = -1;
    const Subject other{.common_name = "other", .alternative_names = {"DNS:elsewhere.example"}};

    serve_tls("origin_tls", own, &authority_, {});
    serve_tls("tls_expired", expired, &authority_, {});
    serve_tls("tls_wrong_host", other, &authority_, {});
    serve_tls("tls_untrusted", own, &stranger, {});
    serve_tls("tls_self_signed", own, nullptr, {});
    serve_tls("tls_client_cert", own, &authority_, {.client_authority = &authority_});
    serve_tls("tls_1_1", own, &authority_,
              {.lowest_version = TLS1_VERSION, .highest_version = TLS1_1_VERSION});
    serve_tls("tls_1_2", own, &authority_, {.highest_version = TLS1_2_VERSION});
    serve_tls("tls_1_3", own, &authority_, {.lowest_version = TLS1_3_VERSION});
}

std::string Lab::listen(const std::string& name, SSL_CTX* tls, Serve serve) {
    const Tcp::endpoint any_port(asio::ip::address_v4::loopback(), 0);
    listeners_.push_back(std::make_unique<Listener>(io_.get_executor(), any_port, tls, std::move(serve),
                                                    stats_.connections(name)));
    listeners_.back()->start();
    return listeners_.back()->address();
}

void Lab::write_files() const {
    std::ofstream(dir_ / "lab.json") << addresses_.dump(2) << '\n';
    const std::string origin = addresses_["origin"];
    std::ofstream(dir_ / "targets.txt") << "http://" << origin << "/status/200\n";
    std::ofstream(dir_ / "proxies.txt") << "";
}

void Lab::run() {
    io_.run();
}

}  // namespace outrider::lab
