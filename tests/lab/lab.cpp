#include "lab/lab.hpp"

#include "lab/faults.hpp"
#include "lab/proxy_server.hpp"

#include <fstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace outrider::lab {

namespace {

const Tcp::endpoint any_port(asio::ip::address_v4::loopback(), 0);
const Tcp::endpoint any_port_everywhere(asio::ip::address_v4::any(), 0);

Serve leave_by(Ending ending) {
    return [ending](Stream& stream) { return end_stream(stream, ending); };
}

/// Talks HTTP to whoever begins a TLS handshake.
Task<void> answer_in_plain(Stream& stream) {
    RequestReader reader(stream);
    co_await reader.next();
    const std::string_view answer =
        "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    const bool written = co_await stream.write(answer);
    if (written) stream.finish();
}

bool is_https(const ProxySpec& spec) {
    return spec.kind == ProxyKind::https;
}

}  // namespace

Lab::Lab(const LabOptions& options) : dir_(options.dir), quota_(options.quota) {
    std::filesystem::create_directories(dir_);
    waf_.set_patience(options.waf_until_challenge, options.waf_until_ban);
    serve_origin();
    serve_odd_ports();
    serve_proxies(options);
    for (Script& script : standard_scripts())
        serve_script(std::move(script));
    serve_scenario(options.scenario);
    serve_names();
    write_files();
}

const Listener& Lab::listen(const std::string& name, SSL_CTX* tls, Serve serve, bool everywhere) {
    const Tcp::endpoint& where = everywhere ? any_port_everywhere : any_port;
    listeners_.push_back(std::make_unique<Listener>(io_.get_executor(), where, tls, std::move(serve),
                                                    stats_.connections(name)));
    listeners_.back()->start();
    return *listeners_.back();
}

void Lab::serve_origin() {
    const Serve serve = [this](Stream& stream) { return origin_.serve(stream); };
    const Listener& plain = listen("origin", nullptr, serve);
    addresses_["origin"] = plain.address();
    std::uint16_t tls_port = 0;
    for (const auto& [name, context] : tls_.all()) {
        const Listener& listener = listen(name, context.get(), serve);
        addresses_[name] = listener.address();
        if (name == "origin_tls") tls_port = listener.port();
    }
    dialer_.set_origin(plain.port(), tls_port);
}

void Lab::serve_odd_ports() {
    closed_ports_.push_back(std::make_unique<ClosedPort>(io_.get_executor(), any_port));
    addresses_["refused"] = closed_ports_.back()->address();
    addresses_["not_accepting"] = full_port_.address();
    addresses_["silent"] = listen("silent", nullptr, leave_by(Ending::hang)).address();
    addresses_["tls_silent"] = listen("tls_silent", nullptr, leave_by(Ending::hang)).address();
    addresses_["accept_and_close"] = listen("accept_and_close", nullptr, leave_by(Ending::finish)).address();
    addresses_["accept_and_reset"] = listen("accept_and_reset", nullptr, leave_by(Ending::reset)).address();
    addresses_["plain_on_tls"] = listen("plain_on_tls", nullptr, answer_in_plain).address();
}

void Lab::serve_proxies(const LabOptions& options) {
    for (ProxySpec& spec : standard_proxies()) {
        const bool is_plain_good = spec.name == to_string(spec.kind);
        const std::string url = serve_standard_proxy(spec);
        if (is_plain_good && !options.small_pool && options.large_pool.size == 0) proxy_list_.push_back(url);
    }
    if (options.small_pool) {
        for (ProxySpec& spec : small_pool())
            proxy_list_.push_back(serve_standard_proxy(spec));
    }
    if (options.large_pool.size > 0) serve_large_pool(options.large_pool);
}

std::string Lab::serve_standard_proxy(const ProxySpec& spec) {
    const ProxySpec& kept = proxies_.emplace_back(spec);
    const std::string exit = kept.exit.to_string();
    if (kept.standing != Standing::welcome) waf_.set_standing(exit, kept.standing);
    std::string address;
    if (kept.conduct == Conduct::dead) {
        closed_ports_.push_back(std::make_unique<ClosedPort>(io_.get_executor(), any_port));
        address = closed_ports_.back()->address();
    } else {
        SSL_CTX* tls = is_https(kept) ? tls_.find("origin_tls") : nullptr;
        address = listen(kept.name, tls, [this, &kept](Stream& stream) {
                      return serve_proxy(stream, dialer_, kept);
                  }).address();
    }
    const std::string url = proxy_url(kept.kind, kept.listed, address);
    addresses_["proxies"][kept.name] = {{"url", url},
                                        {"address", address},
                                        {"kind", to_string(kept.kind)},
                                        {"exit", exit},
                                        {"conduct", to_string(kept.conduct)},
                                        {"standing", to_string(kept.standing)},
                                        {"delay_s", std::chrono::duration<double>(kept.delay).count()}};
    return url;
}

void Lab::serve_large_pool(const PoolMix& mix) {
    large_pool_ = large_pool(mix);
    const Serve serve = [this](Stream& stream) {
        const std::uint32_t index = large_pool_index(stream.local().address().to_v4());
        const bool ours = index < large_pool_.size();
        return ours ? serve_proxy(stream, dialer_, large_pool_[index]) : end_stream(stream, Ending::finish);
    };
    std::map<ProxyKind, std::uint16_t> ports;
    for (const ProxyKind kind : mix.kinds) {
        SSL_CTX* tls = kind == ProxyKind::https ? tls_.find("origin_tls") : nullptr;
        ports[kind] = listen("pool_" + std::string(to_string(kind)), tls, serve, true).port();
    }
    closed_ports_.push_back(std::make_unique<ClosedPort>(io_.get_executor(), any_port_everywhere));
    const std::uint16_t dead_port = closed_ports_.back()->port();
    std::map<std::string, std::uint64_t> counts;
    for (const ProxySpec& spec : large_pool_) {
        const std::uint16_t port = spec.conduct == Conduct::dead ? dead_port : ports[spec.kind];
        proxy_list_.push_back(proxy_url(spec.kind, spec.listed, to_string(Tcp::endpoint(spec.exit, port))));
        ++counts[std::string(to_string(spec.conduct))];
    }
    addresses_["pool"] = {{"size", mix.size}, {"seed", mix.seed}, {"counts", counts}};
}

void Lab::serve_script(Script script) {
    const auto require_tls = [&](const std::string& server) {
        if (!tls_.find(server))
            throw std::invalid_argument(script.name + ": no TLS server is called " + server);
    };
    if (addresses_["scripts"].contains(script.name))
        throw std::invalid_argument("two servers are called " + script.name);
    if (!script.tls.empty()) require_tls(script.tls);
    for (const Steps& steps : script.connections) {
        for (const ScriptStep& step : steps) {
            if (const auto* start = std::get_if<StartTls>(&step)) require_tls(start->server);
        }
    }
    SSL_CTX* tls = script.tls.empty() ? nullptr : tls_.find(script.tls);
    const asio::ip::address_v4 exit = script_exit(static_cast<std::uint32_t>(scripts_.size()));
    ScriptPlayer& player = scripts_.emplace_back(std::move(script), exit, dialer_, tls_, records_);
    const std::string& name = player.script().name;
    const std::string address =
        listen(name, tls, [&player](Stream& stream) { return player.serve(stream); }).address();
    addresses_["scripts"][name] = address;
    if (!player.script().proxy) return;
    const ProxyKind kind = *player.script().proxy;
    addresses_["proxies"][name] = {{"url", proxy_url(kind, {}, address)},
                                   {"address", address},
                                   {"kind", to_string(kind)},
                                   {"exit", exit.to_string()},
                                   {"conduct", "script"}};
}

void Lab::serve_scenario(const nlohmann::json& scenario) {
    if (scenario.is_array()) return serve_scenario({{"servers", scenario}});
    for (const auto& [key, value] : scenario.items()) {
        if (key == "servers") {
            for (Script& script : parse_scripts(value))
                serve_script(std::move(script));
        } else if (key == "dns") {
            zone_.add(value);
        } else if (key == "waf") {
            for (const auto& [source, word] : value.items())
                waf_.set_standing(source, standing(word.get<std::string>()));
        } else {
            throw std::invalid_argument("a scenario has servers, dns, waf, not " + key);
        }
    }
}

void Lab::serve_names() {
    addresses_["dns"] = dns_.address();
    dns_.start();
    const std::optional<std::string> nameserver = dns_.nameserver();
    if (nameserver) std::ofstream(dir_ / "resolv.conf") << "nameserver " << *nameserver << '\n';
}

void Lab::write_files() const {
    tls_.write_files(dir_);
    std::ofstream(dir_ / "lab.json") << addresses_.dump(2) << '\n';
    const std::string origin = "http://" + addresses_["origin"].get<std::string>();
    const std::string secure = "https://" + addresses_["origin_tls"].get<std::string>();
    std::ofstream(dir_ / "targets.txt") << origin << "/waf/status/200\n"
                                        << origin << "/waf/delay/0.2\n"
                                        << secure << "/waf/bytes/1000\n";
    std::ofstream proxies(dir_ / "proxies.txt");
    for (const std::string& url : proxy_list_)
        proxies << url << '\n';
}

}  // namespace outrider::lab
