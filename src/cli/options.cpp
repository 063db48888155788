#include "outrider/cli/options.hpp"

#include "fault_text.hpp"
#include "option_kinds.hpp"
#include "option_rules.hpp"
#include "outrider/cli/values.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>

namespace outrider {
namespace {

using namespace std::chrono_literals;

constexpr Micros hour = 1h;

OptionSpec opens(OptionSpec spec, Complaint (*open)(Settings&, Clock::time_point)) {
    spec.open = open;
    return spec;
}

/// The plan file is read before the options of the plan can be laid: parse_command_line knows its name.
Complaint check_plan(std::string_view text, Settings&) {
    return path_fault(text);
}

Complaint add_proxies_file(std::string_view text, Settings& settings) {
    Complaint fault = path_fault(text);
    if (!fault) settings.proxies_files.emplace_back(text);
    return fault;
}

/// A proxy that cannot be read is a rejected line of the input, no fault of the option.
Complaint add_proxy(std::string_view text, Settings& settings) {
    settings.proxies.emplace_back(text);
    return std::nullopt;
}

Complaint set_name(std::string_view text, Settings& settings) {
    settings.name = text;
    return std::nullopt;
}

OptionHead head(const char* group, const char* name, char letter, const char* placeholder, const char* help) {
    return {group, name, letter, placeholder, help};
}

void append_inputs(std::vector<OptionSpec>& all) {
    static constexpr auto group = "Inputs";
    static const Words<ProxyKind> schemes{{"http", ProxyKind::http},     {"https", ProxyKind::https},
                                          {"socks4", ProxyKind::socks4}, {"socks4a", ProxyKind::socks4a},
                                          {"socks5", ProxyKind::socks5}, {"socks5h", ProxyKind::socks5h}};
    using S = Settings;
    all.push_back(reads_stdin(
        file_option(head(group, "targets", 0, "FILE", "targets, one URL a line"), &S::targets_file)));
    all.push_back(reads_stdin(text_option(head(group, "plan", 0, "FILE", "plan file (JSON)"), check_plan)));
    all.push_back(secret(list_option(
        head(group, "proxy", 'x', "URL", "proxy to probe through; without any proxy, probe direct"),
        add_proxy)));
    all.push_back(
        reads_stdin(list_option(head(group, "proxies", 0, "FILE", "proxies, one a line"), add_proxies_file)));
    all.push_back(
        choice_option(head(group, "proxy-scheme", 0, "SCHEME", "scheme of proxy lines that have none"),
                      &S::proxy_scheme, schemes));
    all.push_back(flag_option(
        head(group, "direct", 0, "", "beside proxies, probe each target once direct, to compare with"),
        &S::direct));
    all.push_back(flag_option(
        head(group, "rotating", 0, "", "every proxy is a gateway that leaves from another address each time"),
        &S::rotating));
    all.push_back(flag_option(
        head(group, "proxy-from-env", 0, "",
             "where no other proxy is given, use http_proxy, https_proxy, all_proxy and no_proxy"),
        &S::proxy_from_env));
    all.push_back(
        flag_option(head(group, "strict-input", 0, "", "a line that cannot be read ends the run (65)"),
                    &S::strict_input));
    all.push_back(whole_option(head(group, "attempts", 0, "N", "probes of each pair of target and proxy"),
                               &S::attempts, 1u, 1000u));
    all.push_back(duration_option(head(group, "attempt-gap", 0, "D", "time between two probes of a pair"),
                                  &S::attempt_gap, 0us, hour));
    OptionSpec sample =
        with_range(text_option(head(group, "sample", 0, "N",
                                    "probe N pairs drawn at random, spread evenly over targets and proxies"),
                               set_sample),
                   range_of(1, max_sample));
    sample.type = ValueType::integer;
    all.push_back(std::move(sample));
    all.push_back(
        whole_option(head(group, "seed", 0, "N", "seed of that draw and of the order in which probes start"),
                     &S::seed, 0, std::numeric_limits<std::uint64_t>::max()));
    all.push_back(with_range(
        text_option(
            head(
                group, "shard", 0, "I/N",
                "probe every N-th pair of the sample from the I-th; job/N takes I from JOB_COMPLETION_INDEX"),
            set_shard),
        std::string(shard_range)));
}

void append_request(std::vector<OptionSpec>& all) {
    static constexpr auto group = "Request";
    using S = Settings;
    const auto max_redirects = [](Settings& settings) -> unsigned& { return settings.request.max_redirects; };
    all.push_back(with_default(
        text_option(head(group, "method", 'X', "METHOD", "request method"), set_method), S{}.request.method));
    all.push_back(secret(list_option(head(group, "header", 'H', "'NAME: VALUE'",
                                          "header to send, in the order given; it replaces the default one "
                                          "of its name, and 'NAME:' removes it"),
                                     add_header)));
    all.push_back(
        opens(reads_stdin(secret(text_option(head(group, "body", 0, "STR|@FILE",
                                                  "request body, or the file it stands in, of at most 1MiB"),
                                             set_body)),
                          "@-"),
              open_body));
    all.push_back(
        with_default(text_option(head(group, "user-agent", 0, "S", "User-Agent to send"), set_user_agent),
                     S{}.request.user_agent));
    all.push_back(whole_option(head(group, "max-redirects", 0, "N", "redirects to follow; 0: none"),
                               max_redirects, 0u, 100u));
    all.push_back(
        flag_option(head(group, "allow-unsafe-redirects", 0, "",
                         "follow redirects from https to http and from public to internal addresses"),
                    &S::allow_unsafe_redirects));
    all.push_back(with_default(quantity(text_option(head(group, "expect-status", 0, "LIST",
                                                         "statuses that are a success: codes and ranges"),
                                                    set_expect_status),
                                        "100..999", statuses_pattern),
                               "200-299"));
    all.push_back(
        text_option(head(group, "expect-body", 0, "REGEX", "RE2 pattern that a success holds in its body"),
                    set_expect_body));
    all.push_back(size_option(head(group, "max-body", 0, "SIZE", "most that is read of a body"), &S::max_body,
                              1ull << 30));
    all.push_back(
        opens(reads_stdin(file_option(
                  head(group, "signatures", 0, "FILE",
                       "more signatures of blocks and challenges, in the format of the built-in ones"),
                  &S::signatures_file)),
              open_signatures));
}

void append_tls_and_names(std::vector<OptionSpec>& all) {
    static constexpr auto group = "TLS and names";
    using S = Settings;
    const auto insecure = [](Settings& settings) -> bool& { return settings.request.insecure; };
    all.push_back(
        flag_option(head(group, "insecure", 0, "", "do not verify certificates of targets"), insecure));
    all.push_back(flag_option(head(group, "proxy-insecure", 0, "", "do not verify certificates of proxies"),
                              &S::proxy_insecure));
    all.push_back(with_default(
        opens(reads_stdin(file_option(head(group, "cacert", 0, "FILE", "certificates (PEM) to trust"),
                                      &S::cacert_file)),
              open_cacert),
        "the system's"));
    all.push_back(
        opens(reads_stdin(file_option(head(group, "cert", 0, "FILE", "client certificate (PEM) for targets"),
                                      &S::cert_file)),
              open_cert));
    all.push_back(opens(reads_stdin(file_option(head(group, "key", 0, "FILE",
                                                     "its private key (PEM), where --cert does not hold it"),
                                                &S::key_file)),
                        open_key));
    all.push_back(list_option(head(group, "resolve", 0, "HOST:PORT:ADDR",
                                   "address of a target or proxy, in place of a lookup; IPv6 in brackets"),
                              add_resolve));
    const auto family_option = [](const char* name, char letter, const char* help, AddressFamily family) {
        return switch_option(head(group, name, letter, "", help), [=](Settings& settings, bool on) {
            if (on) settings.family = family;
        });
    };
    all.push_back(family_option("ipv4", '4', "use IPv4 addresses only", AddressFamily::ipv4));
    all.push_back(family_option("ipv6", '6', "use IPv6 addresses only", AddressFamily::ipv6));
}

void append_time_and_load(std::vector<OptionSpec>& all) {
    static constexpr auto group = "Time and load";
    using S = Settings;
    all.push_back(duration_option(head(group, "deadline", 0, "D", "hard end of the process"), &S::deadline,
                                  200ms, hour));
    all.push_back(duration_option(head(group, "connect-timeout", 0, "D",
                                       "for DNS, connect, proxy and TLS handshakes together, each hop"),
                                  &S::connect_timeout, 1ms, hour));
    all.push_back(duration_option(head(group, "write-timeout", 0, "D", "for a write that makes no progress"),
                                  &S::write_timeout, 1ms, hour));
    all.push_back(duration_option(head(group, "read-timeout", 0, "D", "for a read that makes no progress"),
                                  &S::read_timeout, 1ms, hour));
    all.push_back(duration_option(head(group, "probe-timeout", 0, "D", "for one probe, all its hops"),
                                  &S::probe_timeout, 1ms, hour));
    all.push_back(with_default(quantity(text_option(head(group, "concurrency", 0, "N",
                                                         "probes in flight at once; auto: as many as "
                                                         "the limits of this machine hold"),
                                                    set_concurrency),
                                        "1..100000", "^(auto|[0-9]+)$"),
                               "auto"));
    all.push_back(whole_option(head(group, "per-route", 0, "N",
                                    "at once from one proxy, or direct, to one target host, but for rotating "
                                    "proxies; 0: no limit"),
                               &S::per_route, 0u, 100'000u));
    all.push_back(whole_option(
        head(group, "per-host", 0, "N", "at once to one target host, over all proxies; 0: no limit"),
        &S::per_host, 0u, 100'000u));
    all.push_back(whole_option(
        head(group, "per-proxy-host", 0, "N", "at once through one proxy host and port; 0: no limit"),
        &S::per_proxy_host, 0u, 100'000u));
    all.push_back(duration_option(head(group, "ramp", 0, "D", "spreads the starts evenly over this time"),
                                  &S::ramp, 0us, hour));
}

void append_verdict(std::vector<OptionSpec>& all) {
    static constexpr auto group = "Verdict";
    static const Words<Policy> policies{
        {"auto", Policy::automatic}, {"strict", Policy::strict}, {"pool", Policy::pool}};
    static const Words<LatencyStat> statistics{{"mean", LatencyStat::mean},
                                               {"p50", LatencyStat::p50},
                                               {"p90", LatencyStat::p90},
                                               {"p95", LatencyStat::p95},
                                               {"p99", LatencyStat::p99}};
    static const Words<FailOn> states{
        {"degraded", FailOn::degraded}, {"critical", FailOn::critical}, {"never", FailOn::never}};
    using S = Settings;
    all.push_back(choice_option(head(group, "policy", 0, "POLICY",
                                     "rules that the state is decided by; auto: pool with 20 proxies or more "
                                     "or a rotating one, else strict"),
                                &S::policy, policies));
    all.push_back(
        rate_option(head(group, "critical-success-rate", 0, "R",
                         "CRITICAL where the success rate, or the share of usable proxies (pool), is below"),
                    &S::critical_success_rate));
    all.push_back(rate_option(head(group, "degraded-success-rate", 0, "R", "DEGRADED where that is below"),
                              &S::degraded_success_rate));
    all.push_back(rate_option(head(group, "critical-throttle-rate", 0, "R",
                                   "pool: CRITICAL from that share of throttled answers on"),
                              &S::critical_throttle_rate));
    all.push_back(rate_option(head(group, "degraded-throttle-rate", 0, "R",
                                   "pool: DEGRADED from that share of throttled answers on"),
                              &S::degraded_throttle_rate));
    all.push_back(
        duration_option(head(group, "degraded-latency", 0, "D", "DEGRADED where the latency is above"),
                        &S::degraded_latency, 1ms, hour));
    all.push_back(with_default(
        choice_option(head(group, "latency-stat", 0, "STAT", "which latency that is, of all answers"),
                      &S::latency_stat, statistics),
        "strict: mean, pool: p50"));
    all.push_back(rate_option(
        head(group, "min-coverage", 0, "R", "DEGRADED where less of what was planned has completed"),
        &S::min_coverage));
    all.push_back(
        choice_option(head(group, "fail-on", 0, "STATE",
                           "state from which on the exit code is not 0; with --shard never is the default"),
                      &S::fail_on, states));
}

void append_output(std::vector<OptionSpec>& all) {
    static constexpr auto group = "Output";
    static const Words<ReportKind> kinds(report_kind_words.begin(), report_kind_words.end());
    static const Words<Detail> details{{"auto", Detail::automatic},
                                       {"all", Detail::all},
                                       {"failures", Detail::failures},
                                       {"none", Detail::none}};
    static const Words<Serializer> serializers{{"auto", Serializer::automatic},
                                               {"simdjson", Serializer::simdjson},
                                               {"nlohmann", Serializer::nlohmann}};
    using S = Settings;
    all.push_back(
        text_option(head(group, "output", 'o', "FILE", "write the report there, not to stdout"), set_output));
    OptionSpec report = list_option(
        head(group, "report", 0, "KIND=FILE", "write a further report; kinds as in --format"), add_report);
    report.range = joined(kinds);
    report.pattern = "^(" + report.range + ")=.";
    all.push_back(std::move(report));
    all.push_back(
        choice_option(head(group, "format", 0, "KIND", "kind of the main report"), &S::format, kinds));
    all.push_back(text_option(head(group, "proxies-out", 0, "FILE",
                                   "write the usable proxies, as they came in and with their passwords; "
                                   "for --proxies, with the same --proxy-scheme"),
                              set_proxies_out));
    all.push_back(opens(
        reads_stdin(file_option(
            head(group, "baseline", 0, "FILE", "an earlier report (JSON), to tell what has changed since"),
            &S::baseline_file)),
        open_baseline));
    all.push_back(switch_option(
        head(group, "pretty", 0, "", "indent the JSON report by 2, as is the default on a terminal"),
        [](Settings& settings, bool on) { settings.pretty = on; }));
    all.push_back(
        with_default(choice_option(head(group, "detail", 0, "WHICH",
                                        "probes that stand in the report; auto: all with -o, --shard or "
                                        "up to 1,000, else none; on a terminal none"),
                                   &S::detail, details),
                     "auto"));
    all.push_back(text_option(head(group, "name", 0, "S", "name of the run in its reports"), set_name));
    all.push_back(
        choice_option(head(group, "serializer", 0, "ENGINE", "what writes JSON; the bytes are the same"),
                      &S::serializer, serializers));
    all.push_back(flag_option(head(group, "quiet", 'q', "", "errors only on stderr"), &S::quiet));
    all.push_back(flag_option(head(group, "verbose", 'v', "", "a line a probe on stderr"), &S::verbose));
}

std::vector<OptionSpec> probe_specs() {
    std::vector<OptionSpec> all;
    append_inputs(all);
    append_request(all);
    append_tls_and_names(all);
    append_time_and_load(all);
    append_verdict(all);
    append_output(all);
    return all;
}

std::vector<OptionSpec> classify_specs(const std::vector<OptionSpec>& probe) {
    std::vector<OptionSpec> all;
    for (const char* name : {"signatures", "expect-status", "expect-body", "max-body"}) {
        all.push_back(*std::find_if(probe.begin(), probe.end(),
                                    [&](const OptionSpec& spec) { return spec.name == name; }));
        all.back().group = "Options";
    }
    all.push_back(flag_option(
        head("Options", "via-proxy", 0, "", "read them as answers that came through an HTTP proxy"),
        &Settings::via_proxy));
    return all;
}

/// What decides and what is written, as in a probe; but reports hold no secrets, and so no proxies to use.
std::vector<OptionSpec> merge_specs(const std::vector<OptionSpec>& probe) {
    std::vector<OptionSpec> all;
    all.push_back(flag_option(head("Inputs", "allow-missing", 0, "",
                                   "count the probes of shards whose reports are missing as abandoned"),
                              &Settings::allow_missing));
    std::copy_if(probe.begin(), probe.end(), std::back_inserter(all), [](const OptionSpec& spec) {
        return (spec.group == "Verdict" || spec.group == "Output") && spec.name != "proxies-out";
    });
    return all;
}

const OptionSpec* find_if(Command command, const auto& fits) {
    const std::vector<OptionSpec>& all = option_specs(command);
    const auto found = std::find_if(all.begin(), all.end(), fits);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace

std::string OptionSpec::environment_name() const {
    std::string variable = "OUTRIDER_";
    for (const char c : name) {
        variable += c == '-' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return variable;
}

std::string OptionSpec::plan_key() const {
    if (name == "plan") return "";
    if (name == "targets" || name == "proxies") return name + "_file";
    std::string key = name;
    std::replace(key.begin(), key.end(), '-', '_');
    return key;
}

const std::vector<OptionSpec>& option_specs(Command command) {
    static const std::vector<OptionSpec> probe = probe_specs();
    static const std::vector<OptionSpec> classify = classify_specs(probe);
    static const std::vector<OptionSpec> merge = merge_specs(probe);
    static const std::vector<OptionSpec> schema;
    switch (command) {
        case Command::probe:
            return probe;
        case Command::classify:
            return classify;
        case Command::merge:
            return merge;
        case Command::schema:
            return schema;
    }
    return probe;
}

const OptionSpec* find_option(std::string_view name, Command command) {
    return find_if(command, [&](const OptionSpec& spec) { return spec.name == name; });
}

const OptionSpec* find_plan_key(std::string_view key) {
    if (key.empty()) return nullptr;
    return find_if(Command::probe, [&](const OptionSpec& spec) { return spec.plan_key() == key; });
}

}  // namespace outrider
