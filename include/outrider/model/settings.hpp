#pragma once

#include "outrider/model/proxy.hpp"
#include "outrider/model/report_kind.hpp"
#include "outrider/model/secret.hpp"
#include "outrider/model/target.hpp"
#include "outrider/model/time.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace outrider {

enum class Policy { automatic, strict, pool };
enum class LatencyStat { mean, p50, p90, p95, p99 };
enum class FailOn { degraded, critical, never };
enum class Detail { automatic, all, failures, none };
enum class Serializer { automatic, simdjson, nlohmann };
enum class AddressFamily { any, ipv4, ipv6 };

struct ResolveOverride {
    HostPort name;
    std::string address;  ///< an IP literal
};

struct ReportFile {
    ReportKind kind = ReportKind::json;
    std::string path;
};

/// `--shard`: the part `index` of `count`.
struct ShardChoice {
    std::optional<std::uint32_t> index;  ///< nullopt: JOB_COMPLETION_INDEX has it
    std::uint32_t count = 1;
};

/// Every option after command line, environment and plan have been laid over each other and checked.
struct Settings {
    // inputs
    std::vector<std::string> targets;
    std::optional<std::string> targets_file;
    std::vector<std::string> proxies;
    std::vector<std::string> proxies_files;
    ProxyKind proxy_scheme = ProxyKind::http;
    bool direct = false;
    bool rotating = false;
    bool strict_input = false;
    bool proxy_from_env = false;
    std::uint32_t attempts = 1;
    Micros attempt_gap{0};
    std::optional<std::uint64_t> sample;  ///< pairs; nullopt: all
    std::uint64_t seed = 0;
    std::optional<ShardChoice> shard;

    // request
    TargetRequest request;                 ///< of every target that says nothing of its own
    std::optional<std::string> body_file;  ///< where its body is read from, before anything else is done
    std::uint64_t max_body = 256 * 1024;
    bool allow_unsafe_redirects = false;
    std::optional<std::string> signatures_file;
    std::string signatures;  ///< what it holds
    bool via_proxy = false;  ///< of classify: the responses came through an HTTP proxy

    // TLS and names
    bool proxy_insecure = false;
    std::optional<std::string> cacert_file;
    std::string cacert;  ///< what it holds; likewise the next two
    std::optional<std::string> cert_file;
    Secret cert;  ///< the key may stand in it
    std::optional<std::string> key_file;
    Secret key;
    std::vector<ResolveOverride> resolve;
    AddressFamily family = AddressFamily::any;

    // time and load
    Micros deadline = std::chrono::seconds(10);
    Micros connect_timeout = std::chrono::seconds(5);
    Micros write_timeout = std::chrono::seconds(3);
    Micros read_timeout = std::chrono::seconds(5);
    Micros probe_timeout = std::chrono::seconds(8);
    std::optional<std::uint32_t> concurrency;  ///< nullopt: auto
    std::uint32_t per_route = 6;               ///< at once; of the limits 0 is none
    std::uint32_t per_host = 0;
    std::uint32_t per_proxy_host = 0;
    Micros ramp{0};

    // verdict
    Policy policy = Policy::automatic;
    double critical_success_rate = 0.5;
    double degraded_success_rate = 0.9;
    double critical_throttle_rate = 0.2;   ///< of policy pool alone
    double degraded_throttle_rate = 0.02;  ///< likewise
    Micros degraded_latency = std::chrono::seconds(2);
    std::optional<LatencyStat> latency_stat;  ///< nullopt: the policy's own
    double min_coverage = 0.5;
    FailOn fail_on = FailOn::degraded;
    bool allow_missing = false;  ///< of merge: shards that are not there count as abandoned

    // output
    std::optional<std::string> output;
    std::optional<bool> pretty;  ///< nullopt: as the terminal has it
    std::vector<ReportFile> reports;
    std::optional<std::string> proxies_out;
    std::optional<std::string> baseline_file;
    std::string baseline;  ///< what it holds
    ReportKind format = ReportKind::json;
    std::string name;
    std::optional<Detail>
        detail;  ///< nullopt: not given (`none` where the report goes to a terminal, else auto)
    Serializer serializer = Serializer::automatic;
    bool quiet = false;
    bool verbose = false;
};

}  // namespace outrider
