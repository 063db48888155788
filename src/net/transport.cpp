#include "outrider/net/transport.hpp"

#include "outrider/net/address.hpp"
#include "outrider/net/connect.hpp"
#include "outrider/wire/http_request.hpp"
#include "outrider/wire/proxies.hpp"
#include "outrider/wire/tunnel_target.hpp"
#include "pump.hpp"

#include <algorithm>
#include <utility>

namespace outrider {
namespace {

Fault proxy_connect_fault(Fault fault) {
    if (fault.error == Error::connect_refused) fault.error = Error::proxy_connect_refused;
    if (fault.error == Error::connect_timeout) fault.error = Error::proxy_connect_timeout;
    if (fault.error == Error::connect_unreachable) fault.error = Error::proxy_connect_unreachable;
    return fault;
}

// What befell TLS to the proxy keeps its own word in the detail.
Fault proxy_tls_fault(const StepResult& step) {
    if (step.ended == Ended::late) return {Error::proxy_timeout, step.detail};
    if (step.error == Error::local_resources) return {step.error, step.detail};
    return {Error::proxy_tls, std::string(to_string(step.error)) + ": " + step.detail};
}

Fault target_tls_fault(const StepResult& step) {
    if (step.ended == Ended::late) return {Error::tls_timeout, step.detail};
    return {step.error, step.detail};
}

bool all_public(const Addresses& addresses) {
    return std::all_of(addresses.begin(), addresses.end(), &is_globally_reachable);
}

// SOCKS4 carries IPv4 only, and whether a SOCKS5 proxy has IPv6 is not known: IPv4 first.
const asio::ip::address* address_for(ProxyKind kind, const Addresses& addresses) {
    const auto v4 =
        std::find_if(addresses.begin(), addresses.end(), [](const auto& address) { return address.is_v4(); });
    if (v4 != addresses.end()) return &*v4;
    return kind == ProxyKind::socks4 || addresses.empty() ? nullptr : &addresses.front();
}

class Builder {
public:
    Builder(Network& network, const Hop& hop, const Limits& limits, PhaseClock& clock, Opened& opened)
        : network_(network),
          hop_(hop),
          limits_(limits),
          clock_(clock),
          opened_(opened),
          told_(hop.url.host) {}

    // What is known without asking anybody needs no coroutine.
    bool knows_target_for_proxy();
    Task<void> find_target_for_proxy();
    void ask_proxy();
    bool knows_addresses();
    Task<void> find_addresses(Resolver::Wanted wanted);
    Task<void> connect();
    Task<void> connect_to_others(Connected& connected);
    Task<void> reach_proxy();
    Task<void> secure_target();
    bool failed() const { return opened_.fault.has_value(); }

private:
    void take_addresses(Lookup lookup);
    void take_target_for_proxy(Lookup lookup);
    void judge_addresses(const Addresses& addresses);
    void take(Fail fail);

    /// What is connected to.
    const HostPort& peer() const { return hop_.proxy != nullptr ? hop_.proxy->address : hop_.url.host; }
    Connection& connection() { return *opened_.connection; }

    Network& network_;
    const Hop& hop_;
    const Limits& limits_;
    PhaseClock& clock_;
    Opened& opened_;
    HostPort told_;  ///< the target as the proxy is told
    Addresses addresses_;
    bool more_to_come_ = false;
    std::unique_ptr<Handshake> tunnel_;
    Step first_step_;
};

void Builder::judge_addresses(const Addresses& addresses) {
    opened_.reached_public = all_public(addresses);
    if (hop_.public_only && !opened_.reached_public) {
        opened_.fault = Fault{Error::redirect_refused, "from a public address to " + hop_.url.host.host +
                                                           ", which is not globally reachable"};
    }
}

bool Builder::knows_addresses() {
    auto known = network_.resolver().known(peer());
    if (known) take_addresses(std::move(*known));
    return known.has_value();
}

Task<void> Builder::find_addresses(Resolver::Wanted wanted) {
    clock_.enter(Phase::dns);
    Lookup lookup = co_await network_.resolver().resolve(peer(), limits_.connect_end, wanted);
    take_addresses(std::move(lookup));
}

void Builder::take_addresses(Lookup lookup) {
    if (lookup.fault) {
        opened_.fault = std::move(lookup.fault);
        opened_.fault->detail = peer().host + ": " + opened_.fault->detail;
        if (hop_.proxy != nullptr && opened_.fault->error != Error::local_resources) {
            opened_.dns_cause = opened_.fault->error;
            opened_.fault->error = Error::proxy_dns_failure;
        }
    }
    addresses_ = std::move(lookup.addresses);
    more_to_come_ = lookup.more_to_come;
    if (!failed() && hop_.proxy == nullptr) judge_addresses(addresses_);
}

// A literal is told as it is; `-4` and `-6` are about what is looked up here.
bool Builder::knows_target_for_proxy() {
    const std::string& host = hop_.url.host.host;
    if (is_ip_literal(host)) {
        boost::system::error_code error;
        Lookup literal;
        literal.addresses = {asio::ip::make_address(host, error)};
        take_target_for_proxy(std::move(literal));
        return true;
    }
    if (resolves_names(hop_.proxy->kind)) return true;
    auto known = network_.resolver().known(hop_.url.host);
    if (known) take_target_for_proxy(std::move(*known));
    return known.has_value();
}

Task<void> Builder::find_target_for_proxy() {
    clock_.enter(Phase::dns);
    Lookup lookup = co_await network_.resolver().resolve(hop_.url.host, limits_.connect_end);
    take_target_for_proxy(std::move(lookup));
}

void Builder::take_target_for_proxy(Lookup lookup) {
    const std::string& host = hop_.url.host.host;
    if (lookup.fault) {
        opened_.fault = std::move(lookup.fault);
        opened_.fault->detail = host + ": " + opened_.fault->detail;
        return;
    }
    judge_addresses(lookup.addresses);
    const ProxyKind kind = hop_.proxy->kind;
    if (failed() || is_http(kind)) return;
    const asio::ip::address* address = address_for(kind, lookup.addresses);
    if (address != nullptr) told_.host = address->to_string();
    if (address == nullptr && !is_ip_literal(host)) {
        opened_.fault =
            Fault{Error::proxy_unsupported, host + " has no IPv4 address, and SOCKS4 carries no other"};
    }
}

// What cannot be asked of a proxy is known from the first step: then it is not even connected to.
void Builder::ask_proxy() {
    if (hop_.absolute_form()) {
        if (std::optional<Fail> fail = unsupported(told_)) take(std::move(*fail));
        return;
    }
    tunnel_ = make_handshake(*hop_.proxy, told_, connect_user_agent(hop_.target),
                             given_proxy_authorization(hop_.target));
    first_step_ = tunnel_->resume({});
    if (auto* fail = std::get_if<Fail>(&first_step_)) take(std::move(*fail));
}

void Builder::take(Fail fail) {
    opened_.fault = Fault{fail.error, std::move(fail.detail)};
    opened_.connect_answer = std::move(fail.answer);
}

Task<void> Builder::connect() {
    clock_.enter(Phase::connect);
    Connected connected;
    co_await connect_any(network_.loop(), addresses_, peer().port, limits_.connect_end, connected);
    if (connected.fault && more_to_come_) co_await connect_to_others(connected);
    if (failed()) co_return;
    if (connected.fault) {
        opened_.fault = std::move(connected.fault);
        if (hop_.proxy != nullptr) opened_.fault = proxy_connect_fault(std::move(*opened_.fault));
        co_return;
    }
    opened_.connection = std::make_unique<Connection>(network_.loop(), std::move(connected.socket));
    opened_.remote = std::move(connected.remote);
    addresses_ = {};  // handshakes that hang are many at once, too
    const bool one_plain_request = hop_.proxy == nullptr
                                       ? hop_.url.scheme == UrlScheme::http
                                       : hop_.absolute_form() && hop_.proxy->kind == ProxyKind::http;
    if (!one_plain_request) connection().set_no_delay();
}

// The name has more addresses than were known when the first of them were tried.
Task<void> Builder::connect_to_others(Connected& connected) {
    const Addresses tried = std::move(addresses_);
    co_await find_addresses(Resolver::Wanted::all);
    std::erase_if(addresses_, [&tried](const asio::ip::address& address) {
        return std::find(tried.begin(), tried.end(), address) != tried.end();
    });
    clock_.enter(Phase::connect);
    const bool again = !failed() && !addresses_.empty();
    if (again) co_await connect_any(network_.loop(), addresses_, peer().port, limits_.connect_end, connected);
}

Task<void> Builder::reach_proxy() {
    const Proxy& proxy = *hop_.proxy;
    if (proxy.kind != ProxyKind::https && hop_.absolute_form()) co_return;
    clock_.enter(Phase::proxy);
    if (proxy.kind == ProxyKind::https) {
        ssl_ctx_st& context = *network_.tls().proxies;
        const bool verify = !hop_.proxy_insecure;
        const StepResult step = co_await connection().start_tls(context, proxy.address.host, verify, limits_);
        if (step.ended != Ended::ok) opened_.fault = proxy_tls_fault(step);
    }
    if (failed() || hop_.absolute_form()) co_return;
    const std::span<char> buffer = network_.buffer();
    HandshakeEnd refused =
        co_await run_handshake(connection(), *tunnel_, std::move(first_step_), limits_, buffer);
    if (refused) take(std::move(*refused));
}

Task<void> Builder::secure_target() {
    clock_.enter(Phase::tls);
    ssl_ctx_st& context = *network_.tls().targets;
    const bool verify = !hop_.target.request->insecure;
    const StepResult step = co_await connection().start_tls(context, hop_.url.host.host, verify, limits_);
    if (step.ended != Ended::ok) opened_.fault = target_tls_fault(step);
}

}  // namespace

Task<void> open_transport(Network& network, const Hop& hop, const Limits& limits, PhaseClock& clock,
                          Opened& opened) {
    Builder builder(network, hop, limits, clock, opened);
    const bool known = hop.proxy == nullptr || builder.knows_target_for_proxy();
    if (!known) co_await builder.find_target_for_proxy();
    if (!builder.failed() && hop.proxy != nullptr) builder.ask_proxy();
    const bool must_find = !builder.failed() && !builder.knows_addresses();
    if (must_find) co_await builder.find_addresses(Resolver::Wanted::enough);
    if (!builder.failed()) co_await builder.connect();
    if (!builder.failed() && hop.proxy != nullptr) co_await builder.reach_proxy();
    if (!builder.failed() && hop.url.scheme == UrlScheme::https) co_await builder.secure_target();
    if (builder.failed()) opened.connection.reset();
}

}  // namespace outrider
