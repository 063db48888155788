#include "outrider/wire/http_connect.hpp"

#include "field.hpp"
#include "outrider/model/text.hpp"
#include "outrider/wire/tunnel_target.hpp"
#include "spoken.hpp"

#include <memory>
#include <utility>

namespace outrider {
namespace {

bool opens_tunnel(int status) {
    return status / 100 == 2;
}

Error refused(int status, bool authorized) {
    switch (status) {
        case 401:
        case 407:
            return authorized ? Error::proxy_auth_failed : Error::proxy_auth_required;
        case 502:
        case 503:
        case 504:
            return Error::proxy_bad_gateway;
        default:
            return Error::proxy_refused;
    }
}

// An error page's words without its tags: the start of one is all markup.
std::string without_tags(std::string_view page) {
    std::string words;
    bool in_tag = false;
    for (const char c : page) {
        if (c == '<') in_tag = true;
        if (!in_tag) words += c;
        if (c == '>' && in_tag) {
            in_tag = false;
            words += ' ';
        }
    }
    return words;
}

std::string said(const ResponseReader& reader) {
    std::string words = one_line(without_tags(reader.answer().body));
    if (words.find_first_not_of(' ') == std::string::npos) words = reader.reason();
    std::string text = "CONNECT answered " + std::to_string(reader.answer().status);
    if (!words.empty()) text += ": " + words;
    return one_line(text);
}

}  // namespace

HttpConnect::HttpConnect(TunnelTarget target, ConnectFields fields)
    : target_(without_zone(std::move(target))), fields_(std::move(fields)) {}

Step HttpConnect::resume(std::string_view received) {
    if (!requested_) {
        requested_ = true;
        return request();
    }
    const std::size_t used = reader_.feed(received);
    if (!reader_.finished()) return Read{};
    if (std::optional<Fail> refused = refusal()) return std::move(*refused);
    if (!reader_.has_head()) return Fail{Error::proxy_protocol, reader_.detail()};
    return Done{std::string(received.substr(used))};
}

std::optional<Fail> HttpConnect::refusal() {
    const int status = reader_.answer().status;
    if (!reader_.has_head() || opens_tunnel(status)) return std::nullopt;
    const bool authorized = !fields_.proxy_authorization.empty();
    return Fail{refused(status, authorized), said(reader_), std::make_shared<const Answer>(reader_.answer())};
}

Step HttpConnect::request() {
    if (std::optional<Fail> fail = unsupported(target_)) return std::move(*fail);
    const std::string authority = to_string(target_);
    std::string head = "CONNECT " + authority + " HTTP/1.1\r\n";
    append_field(head, "Host", authority);
    if (!fields_.user_agent.empty()) append_field(head, "User-Agent", fields_.user_agent);
    if (!fields_.proxy_authorization.empty()) {
        append_field(head, "Proxy-Authorization", fields_.proxy_authorization);
    }
    head += "\r\n";
    return Write{std::move(head)};
}

}  // namespace outrider
