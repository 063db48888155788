#include "outrider/plan/lists.hpp"
#include "outrider/plan/plan.hpp"
#include "outrider/plan/proxy_line.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {
namespace {

/// With all but what is plain everywhere percent-encoded.
std::string encoded(std::string_view text) {
    static constexpr std::string_view plain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    static constexpr std::string_view digits = "0123456789ABCDEF";
    std::string result;
    for (const char c : text) {
        if (plain.find(c) != plain.npos) {
            result += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        result.append({'%', digits[byte / 16], digits[byte % 16]});
    }
    return result;
}

std::string url_of(const Proxy& proxy) {
    std::string url = std::string(to_string(proxy.kind)) + "://";
    if (proxy.user) url += encoded(proxy.user->reveal());
    if (proxy.password) url.append(":").append(encoded(proxy.password->reveal()));
    if (proxy.has_credentials()) url += '@';
    return url + to_string(proxy.address);
}

bool is_read_as(const Proxy& proxy, std::string_view text, ProxyKind default_kind) {
    const std::vector<ListLine> lines = split_list(text);
    if (lines.size() != 1 || lines[0].text != text || !lines[0].fault.empty()) return false;
    const auto read = parse_proxy_line(text, default_kind);
    return read && read->size() == 1 && comparison_key(read->front()) == comparison_key(proxy);
}

}  // namespace

std::string list_line(const Proxy& proxy, ProxyKind default_kind) {
    const std::string& written = proxy.written.reveal();
    return is_read_as(proxy, written, default_kind) ? written : url_of(proxy);
}

Secret proxy_list(const Plan& plan, const std::vector<bool>& is_usable) {
    std::string lines;
    for (std::size_t i = 0; i < std::min(plan.proxies.size(), is_usable.size()); ++i) {
        if (is_usable[i]) lines.append(plan.proxies[i].written.reveal()).append("\n");
    }
    return Secret(std::move(lines));
}

}  // namespace outrider
