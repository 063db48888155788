#include "plan/no_proxy.hpp"

#include "plan/host.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

namespace outrider {
namespace {

std::string_view without_final_dot(std::string_view name) {
    return name.ends_with('.') ? name.substr(0, name.size() - 1) : name;
}

// ::ffff:0:0/96, where IPv4 addresses are mapped to.
constexpr std::array<unsigned char, 16> ipv4_space{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
constexpr int ipv4_space_bits = 96;

bool same_prefix(const std::array<unsigned char, 16>& a, const std::array<unsigned char, 16>& b, int bits) {
    for (std::size_t i = 0; bits > 0; ++i, bits -= 8) {
        const int differing = a[i] ^ b[i];
        if (differing >> std::max(0, 8 - bits) != 0) return false;
    }
    return true;
}

}  // namespace

NoProxy::NoProxy(std::string_view list) {
    static constexpr std::string_view separators = ", \t\r\n";
    for (std::size_t at = list.find_first_not_of(separators); at != list.npos;
         at = list.find_first_not_of(separators, at)) {
        const std::size_t end = std::min(list.find_first_of(separators, at), list.size());
        add(list.substr(at, end - at));
        at = end;
    }
}

bool NoProxy::read_address(const std::string& text, Address& address) {
    address = ipv4_space;
    if (inet_pton(AF_INET, text.c_str(), address.data() + 12) == 1) return true;
    return inet_pton(AF_INET6, text.substr(0, text.find('%')).c_str(), address.data()) == 1;
}

void NoProxy::add(std::string_view entry) {
    if (entry == "*") {
        everything_ = true;
        return;
    }
    const std::size_t slash = entry.find('/');
    std::string_view host = entry.substr(0, slash);
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    if (Range range{}; read_address(std::string(host), range.network)) {
        const bool is_ipv4 = host.find(':') == std::string_view::npos;
        int bits = is_ipv4 ? 32 : 128;
        if (slash != std::string_view::npos) {
            const std::string_view digits = entry.substr(slash + 1);
            const int most = bits;
            const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
            if (error != std::errc() || end != digits.data() + digits.size() || bits < 0 || bits > most)
                return;
        }
        range.prefix_bits = is_ipv4 ? bits + ipv4_space_bits : bits;
        ranges_.push_back(range);
        return;
    }
    if (host.starts_with("*.")) host.remove_prefix(1);
    if (host.starts_with('.')) host.remove_prefix(1);
    if (const auto name = parse_host(host); name && slash == std::string_view::npos) {
        names_.emplace_back(without_final_dot(*name));
    }
}

bool NoProxy::covers(const std::string& host) const {
    if (everything_) return true;
    if (Address address{}; read_address(host, address)) {
        const bool is_ipv4 = same_prefix(address, ipv4_space, ipv4_space_bits);
        return std::any_of(ranges_.begin(), ranges_.end(), [&](const Range& range) {
            // A shorter prefix is one of IPv6: the mapped addresses in it are not meant.
            const bool of_family = !is_ipv4 || range.prefix_bits >= ipv4_space_bits;
            return of_family && same_prefix(address, range.network, range.prefix_bits);
        });
    }
    const std::string_view name = without_final_dot(host);
    return std::any_of(names_.begin(), names_.end(), [&](const std::string& listed) {
        if (!name.ends_with(listed)) return false;
        return name.size() == listed.size() || name[name.size() - listed.size() - 1] == '.';
    });
}

}  // namespace outrider
