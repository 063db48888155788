#pragma once

#include "lab/certificates.hpp"
#include "lab/io.hpp"
#include "lab/listener.hpp"
#include "lab/origin.hpp"
#include "lab/stats.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace outrider::lab {

struct LabOptions {
    std::filesystem::path dir;
};

/// The whole bench: everything is bound when it has been made, and served while its io_context runs.
class Lab {
public:
    explicit Lab(const LabOptions& options);
    /// Serves until `stop`.
    void run();
    void stop() { io_.stop(); }

    asio::io_context& io() { return io_; }
    /// What lab.json says.
    const nlohmann::ordered_json& addresses() const { return addresses_; }

private:
    void make_certificates();
    void serve_origin();
    /// Listens on a free port of 127.0.0.1.
    std::string listen(const std::string& name, SSL_CTX* tls, Serve serve);
    void write_files() const;

    // Tasks that are still waiting are destroyed with io_, so what they use stands before it.
    std::filesystem::path dir_;
    Stats stats_;
    nlohmann::ordered_json addresses_;
    Identity authority_;
    std::vector<TlsContext> tls_contexts_;
    Origin origin_{stats_};
    asio::io_context io_{1};
    std::vector<std::unique_ptr<Listener>> listeners_;
};

}  // namespace outrider::lab
