#include "outrider/model/url.hpp"

#include "outrider/model/mask.hpp"
#include "outrider/model/percent.hpp"

#include <arpa/inet.h>

#include <array>
#include <string_view>

namespace outrider {
namespace {

std::uint16_t default_port(UrlScheme scheme) {
    return scheme == UrlScheme::https ? 443 : 80;
}

void append_host(std::string& text, const std::string& host) {
    const bool is_ipv6 = host.find(':') != std::string::npos;
    if (is_ipv6) text += '[';
    text += host;
    if (is_ipv6) text += ']';
}

void append_authority(std::string& text, const Url& url) {
    append_host(text, url.host.host);
    if (url.host.port != default_port(url.scheme)) text.append(1, ':').append(std::to_string(url.host.port));
}

std::string_view scheme_prefix(UrlScheme scheme) {
    return scheme == UrlScheme::https ? "https://" : "http://";
}

// All before the path, with room for that.
std::string origin(const Url& url, std::string_view userinfo) {
    std::string text;
    text.reserve(url.host.host.size() + url.path_query.size() + 24);
    text.append(scheme_prefix(url.scheme)).append(userinfo);
    append_authority(text, url);
    return text;
}

// Calls `visit(parameter, value_at)` for each parameter; where its value is secret, value_at is where that
// starts, else npos. '&' and ';' both separate in the wild, but a ';' may as well belong to a value: a secret
// ends at '&' only, since hiding too much is the safe side.
template <class Visit>
void for_each_parameter(std::string_view query, Visit visit) {
    while (!query.empty()) {
        std::string_view parameter = query.substr(0, query.find_first_of("&;"));
        const std::size_t equals = parameter.find('=');
        const bool secret =
            equals != std::string_view::npos && is_telling_name(percent_decoded(parameter.substr(0, equals)));
        if (secret) parameter = query.substr(0, query.find('&'));
        visit(parameter, secret ? equals + 1 : std::string_view::npos);
        query.remove_prefix(parameter.size());
        if (query.empty()) break;
        visit(query.substr(0, 1), std::string_view::npos);
        query.remove_prefix(1);
    }
}

std::string_view query_of(std::string_view path_query) {
    const std::size_t question = path_query.find('?');
    return question == std::string_view::npos ? std::string_view() : path_query.substr(question + 1);
}

std::string masked_query(std::string_view path_query) {
    const std::string_view query = query_of(path_query);
    if (query.find('=') == query.npos) return std::string(path_query);
    std::string shown(path_query.substr(0, path_query.size() - query.size()));
    for_each_parameter(query, [&](std::string_view parameter, std::size_t value_at) {
        shown.append(parameter.substr(0, value_at));
        if (value_at != std::string_view::npos) shown += "***";
    });
    return shown;
}

}  // namespace

std::string to_string(const HostPort& endpoint) {
    std::string text;
    append_host(text, endpoint.host);
    return text.append(1, ':').append(std::to_string(endpoint.port));
}

bool is_ip_literal(const std::string& host) {
    if (host.find('\0') != std::string::npos) return false;  // inet_pton would not see what follows
    const std::string address = host.substr(0, host.find('%'));
    std::array<unsigned char, 16> bytes{};
    return inet_pton(AF_INET, host.c_str(), bytes.data()) == 1 ||
           inet_pton(AF_INET6, address.c_str(), bytes.data()) == 1;
}

std::string host_header(const Url& url) {
    std::string host;
    append_authority(host, url);
    return host;
}

std::string absolute_form(const Url& url) {
    std::string text = origin(url, "");
    return text.append(url.path_query);
}

std::string masked(const Url& url) {
    const bool userinfo = url.user || url.password;
    std::string text = origin(url, userinfo ? "***@" : "");
    return text.append(masked_query(url.path_query));
}

std::vector<std::string> secret_query_values(const Url& url) {
    std::vector<std::string> values;
    for_each_parameter(query_of(url.path_query), [&](std::string_view parameter, std::size_t value_at) {
        if (value_at == std::string_view::npos) return;
        const std::string_view value = parameter.substr(value_at);
        values.emplace_back(value);
        if (std::string decoded = percent_decoded(value); decoded != value) values.push_back(decoded);
    });
    return values;
}

bool same_origin(const Url& a, const Url& b) {
    return a.scheme == b.scheme && a.host == b.host;
}

}  // namespace outrider
