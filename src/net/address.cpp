#include "outrider/net/address.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>

namespace outrider {
namespace {

using boost::asio::ip::address_v4;
using boost::asio::ip::address_v6;

struct Block4 {
    std::uint32_t prefix;
    int bits;
};

// IANA IPv4 Special-Purpose Address Registry, "Globally Reachable: False", and the multicast and reserved
// space.
constexpr std::array<Block4, 15> special4{{
    {0x00000000, 8},   // "this network"
    {0x0A000000, 8},   // private use
    {0x64400000, 10},  // shared address space
    {0x7F000000, 8},   // loopback
    {0xA9FE0000, 16},  // link local
    {0xAC100000, 12},  // private use
    {0xC0000000, 24},  // IETF protocol assignments (the anycast exceptions below)
    {0xC0000200, 24},  // TEST-NET-1
    {0xC0586300, 24},  // deprecated 6to4 relay anycast
    {0xC0A80000, 16},  // private use
    {0xC6120000, 15},  // benchmarking
    {0xC6336400, 24},  // TEST-NET-2
    {0xCB007100, 24},  // TEST-NET-3
    {0xE0000000, 4},   // multicast
    {0xF0000000, 4},   // reserved, limited broadcast
}};

bool is_global(const address_v4& address) {
    const std::uint32_t bits = address.to_uint();
    if (bits == 0xC0000009 || bits == 0xC000000A) return true;  // PCP and TURN anycast
    for (const Block4& block : special4) {
        if (((bits ^ block.prefix) >> (32 - block.bits)) == 0) return false;
    }
    return true;
}

struct Block6 {
    std::array<unsigned char, 16> prefix;
    int bits;
};

bool is_in(const address_v6::bytes_type& bytes, const Block6& block) {
    for (int bit = 0; bit < block.bits; ++bit) {
        const auto byte = static_cast<std::size_t>(bit / 8);
        const unsigned mask = 0x80u >> (bit % 8);
        if (((bytes[byte] ^ block.prefix[byte]) & mask) != 0) return false;
    }
    return true;
}

// IANA IPv6 Special-Purpose Address Registry: within 2000::/3 these are not globally reachable, save the
// exceptions.
constexpr std::array<Block6, 5> special6{{
    {{0x20, 0x01}, 23},              // IETF protocol assignments
    {{0x20, 0x01, 0x0D, 0xB8}, 32},  // documentation
    {{0x20, 0x02}, 16},              // 6to4
    {{0x3F, 0xFF}, 20},              // documentation
    {{0x3F, 0xFE}, 16},              // the returned 6bone
}};
constexpr std::array<Block6, 6> exceptions6{{
    {{0x20, 0x01, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 128},  // PCP anycast
    {{0x20, 0x01, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}, 128},  // TURN anycast
    {{0x20, 0x01, 0x00, 0x03}, 32},                                 // AMT
    {{0x20, 0x01, 0x00, 0x04, 0x01, 0x12}, 48},                     // AS112
    {{0x20, 0x01, 0x00, 0x20}, 28},                                 // ORCHIDv2
    {{0x20, 0x01, 0x00, 0x30}, 28},                                 // drone remote identification
}};
constexpr Block6 global_unicast{{0x20}, 3};
constexpr Block6 nat64{{0x00, 0x64, 0xFF, 0x9B}, 96};

std::optional<address_v4> embedded_v4(const address_v6& address) {
    const auto bytes = address.to_bytes();
    if (!address.is_v4_mapped() && !is_in(bytes, nat64)) return std::nullopt;
    return address_v4({bytes[12], bytes[13], bytes[14], bytes[15]});
}

bool is_global(const address_v6& address) {
    if (const auto v4 = embedded_v4(address)) return is_global(*v4);
    const auto bytes = address.to_bytes();
    if (!is_in(bytes, global_unicast)) return false;
    for (const Block6& block : exceptions6) {
        if (is_in(bytes, block)) return true;
    }
    for (const Block6& block : special6) {
        if (is_in(bytes, block)) return false;
    }
    return true;
}

}  // namespace

bool is_globally_reachable(const boost::asio::ip::address& address) {
    return address.is_v4() ? is_global(address.to_v4()) : is_global(address.to_v6());
}

}  // namespace outrider
