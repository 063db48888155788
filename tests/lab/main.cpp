#include "lab/lab.hpp"

#include <CLI/CLI.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>

#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace outrider::lab;

/// Ten thousand connections need more descriptors than the usual soft limit.
void raise_descriptor_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/// Stops the lab when stdin ends, so that it cannot outlive a test that crashed.
class StdinWatch {
public:
    explicit StdinWatch(Lab& lab) : lab_(lab), stdin_(lab.io(), ::dup(STDIN_FILENO)) { read(); }

private:
    void read() {
        stdin_.async_read_some(boost::asio::buffer(waste_),
                               [this](boost::system::error_code error, std::size_t) {
                                   if (error) return lab_.stop();
                                   read();
                               });
    }

    Lab& lab_;
    boost::asio::posix::stream_descriptor stdin_;
    std::array<char, 256> waste_{};
};

constexpr const char* scenario_help =
    R"(A scenario is {"servers": [...], "dns": {...}, "waf": {...}}, or a list of servers alone:
  server  {"name": "x", "on": "plain" | "tls", "proxy": "socks5", "steps": [...] | "connections": [[...], ...]}
  step    {"expect": "text"} {"read": 1} {"send": "text", "every_ms": 10} {"wait_ms": 50} {"start_tls": "origin_tls"}
          {"relay": "origin"} "close" "reset" "hang" "shut_down"; expect_hex and send_hex take hex digits
  dns     {"a.test": ["127.0.0.1"], "b.test": "SERVFAIL" | "NXDOMAIN" | "REFUSED" | "silence"}
  waf     {"127.20.0.1": "welcome" | "challenged" | "over_quota" | "banned"}
What a scripted server got is at /__seen/NAME on the origin, what the whole lab has seen at /__stats.)";

/// Values that need more reading than CLI11 does.
struct RawOptions {
    std::string pool;
    std::string quota;
    std::string scenario;
    std::vector<std::string> pool_kinds;
    bool until_stdin_closes = false;
};

void add_options(CLI::App& app, LabOptions& options, RawOptions& raw) {
    app.add_option("--dir", options.dir, "Folder for lab.json, the lists and the certificates")->required();
    app.add_flag("--until-stdin-closes", raw.until_stdin_closes, "End when stdin ends, too");
    app.add_option("--scenario", raw.scenario,
                   "JSON file with more servers, names and reputations (see below)")
        ->check(CLI::ExistingFile);
    app.add_option("--quota", raw.quota, "Requests per window at /quota, for each source address [5/60s]");
    app.add_option("--waf-until-challenge", options.waf_until_challenge,
                   "Requests from one address after which /waf challenges it [0: never]");
    app.add_option("--waf-until-ban", options.waf_until_ban,
                   "Requests from one address after which /waf bans it [0: never]");
    app.footer(scenario_help);
    PoolMix& mix = options.large_pool;
    app.add_option("--pool", raw.pool,
                   "What proxies.txt lists: `small`, or the number of proxies of a pool as the "
                   "field has it [one working proxy of each kind]");
    app.add_option("--seed", mix.seed, "Of the large pool's draw [0]");
    app.add_option("--pool-kinds", raw.pool_kinds, "Kinds in the large pool [http,socks4a,socks5,socks5h]")
        ->delimiter(',');
    app.add_option("--pool-silent", mix.silent, "Share of it that is silent [0.12]")
        ->check(CLI::Range(0.0, 1.0));
    app.add_option("--pool-dead", mix.dead, "Share of it that is dead [0.3]")->check(CLI::Range(0.0, 1.0));
    app.add_option("--pool-delay-min", mix.shortest_delay_s, "Seconds that the others take at least [0.3]");
    app.add_option("--pool-delay-max", mix.longest_delay_s, "and at most [3]");
}

void settle(LabOptions& options, const RawOptions& raw) {
    if (!raw.scenario.empty()) {
        std::ifstream file(raw.scenario);
        options.scenario = nlohmann::json::parse(file, nullptr, true, true);
    }
    if (!raw.quota.empty()) options.quota = QuotaPolicy::parse(raw.quota);
    options.small_pool = raw.pool == "small";
    if (!raw.pool.empty() && !options.small_pool) {
        const std::uint64_t size = to_number(raw.pool, 0);
        if (size == 0 || size > 1'000'000)
            throw std::invalid_argument("--pool takes `small` or 1 to 1000000");
        options.large_pool.size = static_cast<std::uint32_t>(size);
    }
    if (!raw.pool_kinds.empty()) options.large_pool.kinds.clear();
    for (const std::string& scheme : raw.pool_kinds) {
        const std::optional<ProxyKind> kind = proxy_kind(scheme);
        if (!kind) throw std::invalid_argument("no kind of proxy: " + scheme);
        options.large_pool.kinds.push_back(*kind);
    }
}

}  // namespace

int main(int argc, char** argv) try {
    LabOptions options;
    RawOptions raw;
    CLI::App app("outrider-lab: serves on loopback what the field throws at a probe");
    add_options(app, options, raw);
    CLI11_PARSE(app, argc, argv);
    settle(options, raw);

    std::signal(SIGPIPE, SIG_IGN);
    raise_descriptor_limit();
    Lab lab(options);
    boost::asio::signal_set signals(lab.io(), SIGTERM, SIGINT);
    signals.async_wait([&lab](boost::system::error_code error, int) {
        if (!error) lab.stop();
    });
    std::optional<StdinWatch> watch;
    if (raw.until_stdin_closes) watch.emplace(lab);

    std::cout << lab.addresses().dump() << std::endl;
    lab.run();
    return 0;
} catch (const std::exception& fault) {
    std::fprintf(stderr, "outrider-lab: %s\n", fault.what());
    return 1;
}
