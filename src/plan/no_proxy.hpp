#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// The list in `no_proxy`: host names (with their subdomains), addresses and CIDR ranges of both families,
/// separated by commas or white space; `*` is everything. Entries that are none of these match nothing. An
/// IPv4-mapped address counts as the IPv4 address that it is, in the list and as a host.
class NoProxy {
public:
    explicit NoProxy(std::string_view list);

    /// `host` as in HostPort. Names are not looked up: only a literal is in a range.
    bool covers(const std::string& host) const;

private:
    /// An address as IPv6, an IPv4 one mapped.
    using Address = std::array<unsigned char, 16>;
    struct Range {
        Address network;
        int prefix_bits;
    };
    static bool read_address(const std::string& text, Address& address);
    void add(std::string_view entry);

    bool everything_ = false;
    std::vector<std::string> names_;
    std::vector<Range> ranges_;
};

}  // namespace outrider
