#include "plan/host.hpp"

#include "outrider/model/header.hpp"
#include "outrider/model/percent.hpp"

#include <idn2.h>

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace outrider {
namespace {

constexpr std::size_t max_host_bytes = 1024;
constexpr std::size_t max_zone_bytes = 15;  // IF_NAMESIZE without its NUL

bool is_alphanumeric(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_name_character(char c) {
    return is_alphanumeric(c) || c == '-' || c == '_' || c == '.';
}

Parsed<std::string> parse_ipv6(std::string_view inside) {
    const std::size_t percent = inside.find('%');
    const std::string address(inside.substr(0, percent));
    std::array<unsigned char, 16> bytes{};
    if (inet_pton(AF_INET6, address.c_str(), bytes.data()) != 1 || address.find('\0') != std::string::npos) {
        return Malformed{"what stands in brackets is no IPv6 address"};
    }
    std::array<char, INET6_ADDRSTRLEN> canonical{};
    inet_ntop(AF_INET6, bytes.data(), canonical.data(), canonical.size());
    if (percent == std::string_view::npos) return std::string(canonical.data());

    std::string_view zone = inside.substr(percent + 1);
    if (zone.size() > 2 && zone.starts_with("25")) zone.remove_prefix(2);
    // A zone that began with "25" itself could be told from an encoded '%' no more.
    if (zone.empty() || zone.size() > max_zone_bytes || zone.starts_with("25") ||
        !std::all_of(zone.begin(), zone.end(), [](char c) { return is_name_character(c) || c == '~'; })) {
        return Malformed{"the zone of the IPv6 address is no interface name"};
    }
    return std::string(canonical.data()) + '%' + std::string(zone);
}

Parsed<std::string> to_idna(const std::string& name) {
    char* ascii = nullptr;
    const int status = idn2_to_ascii_8z(name.c_str(), &ascii, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
    if (status != IDN2_OK) return Malformed{"the host name has no IDNA form"};
    std::string result(ascii);
    idn2_free(ascii);
    return result;
}

// As browsers have it: a name whose last label is a number is an IPv4 address or nothing.
bool ends_in_number(std::string_view name) {
    if (name.ends_with('.')) name.remove_suffix(1);
    std::string_view label = name.substr(name.rfind('.') + 1);
    const bool hexadecimal = label.starts_with("0x");
    if (hexadecimal) label.remove_prefix(2);
    return std::all_of(label.begin(), label.end(), [&](char c) {
        return (c >= '0' && c <= '9') || (hexadecimal && c >= 'a' && c <= 'f');
    });
}

}  // namespace

Parsed<std::string> parse_host(std::string_view text) {
    if (text.empty()) return Malformed{"the host is missing"};
    if (text.size() > max_host_bytes) return Malformed{"the host name is longer than 1024 bytes"};
    if (text.front() == '[') {
        if (text.back() != ']') return Malformed{"a bracket is not closed"};
        return parse_ipv6(text.substr(1, text.size() - 2));
    }
    std::string name = percent_decoded(text);
    if (std::any_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; })) {
        if (name.find('\0') != std::string::npos) return Malformed{"a character in the host is not allowed"};
        Parsed<std::string> ascii = to_idna(name);
        if (!ascii) return ascii;
        name = *ascii;
    }
    name = to_lower(name);
    if (!std::all_of(name.begin(), name.end(), is_name_character)) {
        return Malformed{"a character in the host is not allowed"};
    }
    if (name.front() == '.' || name.find("..") != std::string::npos) {
        return Malformed{"the host name has an empty label"};
    }
    if (ends_in_number(name) && !is_ip_literal(name)) {
        return Malformed{"the host looks like an IPv4 address but is none"};
    }
    return name;
}

Parsed<HostPort> parse_host_port(std::string_view text, std::optional<std::uint16_t> default_port) {
    const std::size_t bracket = text.starts_with('[') ? text.find(']') : 0;
    if (bracket == std::string_view::npos) return Malformed{"a bracket is not closed"};
    const std::size_t colon = text.find(':', bracket);
    if (text.find(':', colon + 1) != std::string_view::npos && colon != std::string_view::npos) {
        return Malformed{"more than one ':' in host and port (an IPv6 address needs brackets)"};
    }
    const Parsed<std::string> host = parse_host(text.substr(0, colon));
    if (!host) return Malformed{host.reason()};

    const std::string_view digits =
        colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
    if (digits.empty()) {
        if (!default_port) return Malformed{"the port is missing"};
        return HostPort{*host, *default_port};
    }
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (error != std::errc() || end != digits.data() + digits.size() || port == 0) {
        return Malformed{"the port is no number from 1 to 65535"};
    }
    return HostPort{*host, port};
}

}  // namespace outrider
