#include "outrider/wire/http_request.hpp"

#include "basic_credentials.hpp"
#include "field.hpp"
#include "outrider/model/header.hpp"
#include "outrider/wire/proxies.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace outrider {
namespace {

// Fields about a body, which mean nothing once it has been dropped.
bool is_about_body(std::string_view name) {
    return iequals(name.substr(0, 8), "Content-") || iequals(name, "Transfer-Encoding");
}

// Fields that are meant for the target's own origin.
bool is_for_origin(std::string_view name) {
    return iequals(name, "Authorization") || iequals(name, "Cookie") || iequals(name, "Host");
}

// One request's head: what was given wins over what goes by default.
class RequestHead {
public:
    RequestHead(const ProbeTarget& target, const HopRequest& hop, const Proxy* through)
        : target_(target), hop_(hop), through_(through) {}

    std::string bytes();

private:
    std::string bytes_to(const Url& url);
    bool is_sent(const Header& header) const;
    void add_default(std::string_view name, std::string_view value);
    void add_authorization();
    bool has_body() const { return hop_.with_body && !target_.request->body.empty(); }

    const ProbeTarget& target_;
    const HopRequest& hop_;
    const Proxy* through_;
    std::string head_;
};

std::string RequestHead::bytes() {
    const std::string& host = hop_.url->host.host;
    const std::size_t zone = host.find('%');
    if (zone == std::string::npos) return bytes_to(*hop_.url);
    Url without_zone = *hop_.url;
    without_zone.host.host.resize(zone);
    return bytes_to(without_zone);
}

std::string RequestHead::bytes_to(const Url& url) {
    constexpr std::size_t usual_size = 240;
    head_.reserve(usual_size);
    head_.append(hop_.method).append(1, ' ');
    head_.append(through_ != nullptr ? absolute_form(url) : url.path_query).append(" HTTP/1.1\r\n");
    add_default("Host", host_header(url));
    add_default("User-Agent", target_.request->user_agent);
    add_default("Accept", "*/*");
    add_default("Connection", "close");
    for (const Header& header : target_.request->headers) {
        if (is_sent(header) && !header.value.empty()) append_field(head_, header.name, header.value);
    }
    add_authorization();
    if (has_body() && find_header(target_.request->headers, "Transfer-Encoding") == nullptr) {
        add_default("Content-Length", std::to_string(target_.request->body.size()));
    }
    head_ += "\r\n";
    if (has_body()) head_ += target_.request->body;
    return std::move(head_);
}

bool RequestHead::is_sent(const Header& header) const {
    if (iequals(header.name, "Proxy-Authorization")) return through_ != nullptr;
    if (is_about_body(header.name)) return hop_.with_body;
    return hop_.with_credentials || !is_for_origin(header.name);
}

void RequestHead::add_default(std::string_view name, std::string_view value) {
    for (const Header& header : target_.request->headers) {
        if (iequals(header.name, name) && is_sent(header)) return;
    }
    append_field(head_, name, value);
}

void RequestHead::add_authorization() {
    const Url& url = target_.url;
    if (hop_.with_credentials && (url.user || url.password)) {
        add_default("Authorization", basic_credentials(url.user, url.password));
    }
    if (through_ != nullptr && through_->has_credentials()) {
        add_default("Proxy-Authorization", basic_authorization(*through_));
    }
}

}  // namespace

HopRequest first_request(const ProbeTarget& target) {
    return {&target.url, target.request->method};
}

bool is_redirect(int status) {
    switch (status) {
        case 301:
        case 302:
        case 303:
        case 307:
        case 308:
            return true;
        default:
            return false;
    }
}

HopRequest redirected(HopRequest from, int status, const Url* url) {
    const bool becomes_get = status == 303 || ((status == 301 || status == 302) && from.method == "POST");
    if (becomes_get) {
        from.method = "GET";
        from.with_body = false;
    }
    from.with_credentials = from.with_credentials && same_origin(*from.url, *url);
    from.url = url;
    return from;
}

std::string format_request(const ProbeTarget& target, const HopRequest& hop, const Proxy* through) {
    return RequestHead(target, hop, through).bytes();
}

std::string connect_user_agent(const ProbeTarget& target) {
    const std::string* given = find_header(target.request->headers, "User-Agent");
    return given != nullptr ? *given : target.request->user_agent;
}

std::optional<std::string> given_proxy_authorization(const ProbeTarget& target) {
    const auto given = header_values(target.request->headers, "Proxy-Authorization");
    if (given.empty()) return std::nullopt;
    const auto sent = std::find_if(given.begin(), given.end(), [](auto value) { return !value.empty(); });
    return std::string(sent == given.end() ? "" : *sent);
}

bool is_authorized(const ProbeTarget& target, const Proxy& proxy) {
    const std::optional<std::string> given = given_proxy_authorization(target);
    return given ? !given->empty() : proxy.has_credentials();
}

}  // namespace outrider
