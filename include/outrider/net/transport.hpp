#pragma once

#include "outrider/model/proxy.hpp"
#include "outrider/model/settings.hpp"
#include "outrider/model/url.hpp"
#include "outrider/net/connection.hpp"
#include "outrider/net/limits.hpp"
#include "outrider/net/phase_clock.hpp"
#include "outrider/net/resolver.hpp"
#include "outrider/net/tls.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace outrider {

/// What every connection of one event loop shares.
class Network {
public:
    explicit Network(const Settings& settings)
        : settings_(settings), resolver_(loop_, settings.family, settings.resolve) {}

    Loop& loop() { return loop_; }
    Resolver& resolver() { return resolver_; }
    /// Made when TLS is first needed: a plain probe starts faster without.
    TlsContexts& tls() {
        if (!tls_) tls_ = make_tls_contexts(settings_).contexts;
        return *tls_;
    }

    /// For one read at a time, its bytes used before the next wait: so that 10,000 waiting probes need one
    /// buffer.
    std::span<char> buffer() { return buffer_; }

private:
    const Settings& settings_;
    Loop loop_;
    Resolver resolver_;
    std::optional<TlsContexts> tls_;
    std::vector<char> buffer_ = std::vector<char>(64 * 1024);
};

/// Where one hop of a probe leads.
struct Hop {
    Hop(const ProbeTarget& of, const Url& to, const Proxy* through) : target(of), url(to), proxy(through) {}

    const ProbeTarget& target;  ///< of the whole probe
    const Url& url;             ///< of this hop
    const Proxy* proxy;         ///< nullptr: direct
    bool proxy_insecure = false;
    bool public_only = false;  ///< refuse addresses that are not globally reachable

    /// An http target through an HTTP proxy is no tunnel but a form of request.
    bool absolute_form() const {
        return proxy != nullptr && is_http(proxy->kind) && url.scheme == UrlScheme::http;
    }
};

struct Opened {
    std::unique_ptr<Connection> connection;
    MaybeFault fault;
    std::optional<Error> dns_cause;  ///< what befell the lookup of the proxy's name
    std::shared_ptr<const Answer>
        connect_answer;          ///< what an HTTP proxy answered to CONNECT where it refused
    std::string remote;          ///< also when a later step failed
    bool reached_public = true;  ///< the target's address is globally reachable, or not known here
};

/// Builds the whole stack for one hop: tcp to the proxy or target, tls to the proxy, tunnel, tls to the
/// target.
Task<void> open_transport(Network& network, const Hop& hop, const Limits& limits, PhaseClock& clock,
                          Opened& opened);

}  // namespace outrider
