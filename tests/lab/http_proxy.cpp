#include "lab/http.hpp"
#include "lab/proxy_server.hpp"
#include "lab/relay.hpp"

#include <openssl/evp.h>

#include <optional>
#include <utility>

namespace outrider::lab {

namespace {

std::string base64(std::string_view bytes) {
    std::string encoded((bytes.size() + 2) / 3 * 4 + 1, '\0');
    const int length =
        EVP_EncodeBlock(reinterpret_cast<unsigned char*>(encoded.data()),
                        reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
    encoded.resize(static_cast<std::size_t>(length));
    return encoded;
}

bool is_admitted(const Request& request, const ProxySpec& spec) {
    if (!spec.wants) return true;
    return request.field("Proxy-Authorization") ==
           "Basic " + base64(spec.wants->user + ':' + spec.wants->password);
}

/// A page of the proxy's own, which says so (RFC 9209).
Reply own_page(int status, std::string_view error) {
    Reply reply{
        status,
        {{"Content-Type", "text/html"}, {"Proxy-Status", "outrider-lab; error=" + std::string(error)}},
        "<title>outrider-lab proxy</title><p>" + std::string(error) + "\n"};
    if (status == 407) reply.fields.emplace_back("Proxy-Authenticate", "Basic realm=\"outrider-lab\"");
    return reply;
}

Reply page_of(DialFault fault) {
    switch (fault) {
        case DialFault::unknown_name:
            return own_page(502, "dns_error");
        case DialFault::refused:
            return own_page(502, "connection_refused");
        case DialFault::timeout:
            return own_page(504, "connection_timeout");
        case DialFault::unreachable:
            return own_page(502, "destination_ip_unroutable");
        case DialFault::none:
            break;
    }
    return own_page(500, "proxy_internal_error");
}

/// The page of a proxy that does not do what it was asked for.
std::optional<Reply> refusal(const Request& request, const ProxySpec& spec) {
    if (!is_admitted(request, spec)) return own_page(407, "http_request_denied");
    if (spec.conduct == Conduct::refuses) return own_page(403, "http_request_denied");
    if (spec.conduct == Conduct::bad_gateway) return own_page(502, "connection_refused");
    if (spec.conduct == Conduct::overloaded) return own_page(429, "connection_limit_reached");
    return {};
}

struct Place {
    std::string host;
    std::uint16_t port = 0;
};

/// `host:port`, `[::1]:443`, or a host alone.
Place parse_place(std::string_view authority, std::uint16_t default_port) {
    authority.remove_prefix(authority.find('@') == authority.npos ? 0 : authority.find('@') + 1);
    const std::size_t bracket = authority.rfind(']');
    const std::size_t colon = authority.rfind(':');
    const bool has_port = colon != authority.npos && (bracket == authority.npos || colon > bracket);
    Place place{std::string(authority.substr(0, has_port ? colon : authority.npos)), default_port};
    if (has_port) place.port = static_cast<std::uint16_t>(to_number(authority.substr(colon + 1), 0));
    if (place.host.starts_with('[') && place.host.ends_with(']'))
        place.host = place.host.substr(1, place.host.size() - 2);
    return place;
}

/// Where a request in absolute form is to go.
std::optional<Place> absolute_place(const Request& request) {
    constexpr std::string_view scheme = "http://";
    if (!request.target.starts_with(scheme)) return {};
    const std::string_view rest = std::string_view(request.target).substr(scheme.size());
    return parse_place(rest.substr(0, rest.find_first_of("/?")), 80);
}

/// The request as the origin is to see it: origin form, all fields in their order but those meant for the
/// proxy, and the connection to be closed, since the next request may be for another origin.
std::string forwarded(const Request& request) {
    std::string target =
        request.target.substr(std::min(request.target.find_first_of("/?", 7), request.target.size()));
    if (!target.starts_with('/')) target.insert(target.begin(), '/');
    std::string bytes = request.method + ' ' + target + ' ' + request.version + "\r\n";
    bool closes = false;
    for (const auto& [name, value] : request.fields) {
        if (same_name(name, "Proxy-Authorization") || same_name(name, "Proxy-Connection")) continue;
        const bool is_connection = same_name(name, "Connection");
        closes = closes || is_connection;
        bytes += name + ": " + (is_connection ? "close" : value) + "\r\n";
    }
    if (!closes) bytes += "Connection: close\r\n";
    bytes += "\r\n";
    return bytes.append(request.raw, request.raw.find("\r\n\r\n") + 4);
}

Task<void> send_page(Stream& client, const Reply& reply) {
    const std::string bytes = to_bytes(reply, false, false);
    const bool written = co_await client.write(bytes);
    if (written) client.finish();
}

}  // namespace

Task<void> serve_http_proxy(Stream& client, const Dialer& dialer, const ProxySpec& spec) {
    RequestReader reader(client);
    const std::optional<Request> request = co_await reader.next();
    const bool connect = request && request->method == "CONNECT";
    const std::optional<Place> place = !request  ? std::nullopt
                                       : connect ? std::optional(parse_place(request->target, 443))
                                                 : absolute_place(*request);
    if (!place) {
        const Reply page = own_page(400, "http_protocol_error");
        co_await send_page(client, page);
        co_return;
    }
    const std::optional<Reply> refused = refusal(*request, spec);
    if (refused) {
        co_await send_page(client, *refused);
        co_return;
    }
    const Executor executor = client.executor();
    co_await pause(executor, spec.delay);
    Dialled origin = co_await dialer.dial(executor, place->host, place->port, spec.exit);
    if (!origin.stream) {
        const Reply page = page_of(origin.fault);
        co_await send_page(client, page);
        co_return;
    }
    std::string early = reader.rest();
    if (connect) {
        const std::string_view established = "HTTP/1.1 200 Connection established\r\n\r\n";
        const bool written = co_await client.write(established);
        if (!written) co_return;
    } else {
        early.insert(0, forwarded(*request));
    }
    co_await relay(client, *origin.stream, std::move(early));
}

}  // namespace outrider::lab
