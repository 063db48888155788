#include "outrider/model/proxy.hpp"

#include "outrider/model/header.hpp"

#include <array>

namespace outrider {
namespace {

constexpr std::array<std::string_view, 6> kind_words{"http",    "https",  "socks4",
                                                     "socks4a", "socks5", "socks5h"};

// A user name may hold anything; in a URL that is shown it must not end the authority early.
std::string percent_encoded(std::string_view text) {
    static constexpr char digits[] = "0123456789ABCDEF";
    static constexpr std::string_view plain = "-._~!$&'()*+,;=";
    std::string encoded;
    for (const char c : text) {
        const bool alphanumeric = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (alphanumeric || plain.find(c) != std::string_view::npos) {
            encoded += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            encoded += {'%', digits[byte >> 4], digits[byte & 15]};
        }
    }
    return encoded;
}

}  // namespace

std::string_view to_string(ProxyKind kind) {
    return kind_words[static_cast<std::size_t>(kind)];
}

std::optional<ProxyKind> parse_proxy_kind(std::string_view word) {
    for (std::size_t i = 0; i < kind_words.size(); ++i) {
        if (iequals(kind_words[i], word)) return static_cast<ProxyKind>(i);
    }
    return std::nullopt;
}

std::string masked(const Proxy& proxy) {
    std::string shown = std::string(to_string(proxy.kind)) + "://";
    if (proxy.password && !proxy.password->empty()) {
        shown += percent_encoded(proxy.user ? proxy.user->reveal() : "") + ":***@";
    } else if (proxy.has_credentials()) {
        shown += "***@";
    }
    return shown + to_string(proxy.address);
}

}  // namespace outrider
