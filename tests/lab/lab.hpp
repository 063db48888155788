#pragma once

#include "lab/dial.hpp"
#include "lab/dns.hpp"
#include "lab/io.hpp"
#include "lab/listener.hpp"
#include "lab/origin.hpp"
#include "lab/pool.hpp"
#include "lab/quota.hpp"
#include "lab/script_player.hpp"
#include "lab/stats.hpp"
#include "lab/tls_servers.hpp"
#include "lab/waf.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace outrider::lab {

struct LabOptions {
    std::filesystem::path dir;
    bool small_pool = false;
    PoolMix large_pool;
    QuotaPolicy quota;
    std::uint64_t waf_until_challenge = 0;
    std::uint64_t waf_until_ban = 0;
    nlohmann::json
        scenario;  ///< `{"servers": [...], "dns": {...}, "waf": {...}}`, or the list of servers alone
};

/// The whole bench: everything is bound when it has been made, and served while its io_context runs.
class Lab {
public:
    explicit Lab(const LabOptions& options);
    /// Serves until `stop`.
    void run() { io_.run(); }
    void stop() { io_.stop(); }

    asio::io_context& io() { return io_; }
    /// What lab.json says.
    const nlohmann::ordered_json& addresses() const { return addresses_; }

private:
    void serve_origin();
    void serve_odd_ports();
    void serve_proxies(const LabOptions& options);
    /// Returns where it can be reached.
    std::string serve_standard_proxy(const ProxySpec& spec);
    void serve_large_pool(const PoolMix& mix);
    void serve_script(Script script);
    /// What a scenario adds. Throws std::invalid_argument.
    void serve_scenario(const nlohmann::json& scenario);
    void serve_names();
    /// Listens on a free port of 127.0.0.1, or of all of 127.0.0.0/8.
    const Listener& listen(const std::string& name, SSL_CTX* tls, Serve serve, bool everywhere = false);
    void write_files() const;

    // Tasks that are still waiting are destroyed with io_, so what they use stands before it.
    std::filesystem::path dir_;
    TlsServers tls_;
    Stats stats_;
    Quota quota_;
    Waf waf_;
    SeenRecords records_;
    Origin origin_{stats_, quota_, waf_, records_};
    Dialer dialer_;
    DnsZone zone_;
    std::deque<ScriptPlayer> scripts_;
    std::deque<ProxySpec> proxies_;
    std::vector<ProxySpec> large_pool_;
    std::vector<std::string> proxy_list_;
    nlohmann::ordered_json addresses_;
    asio::io_context io_{1};
    std::vector<std::unique_ptr<Listener>> listeners_;
    std::vector<std::unique_ptr<ClosedPort>> closed_ports_;
    FullPort full_port_{io_.get_executor()};
    DnsServer dns_{io_.get_executor(), zone_, stats_};
};

}  // namespace outrider::lab
