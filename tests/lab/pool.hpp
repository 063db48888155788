#pragma once

#include "lab/proxy.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace outrider::lab {

/// One proxy of each kind and conduct, by name: `http`, `socks5-auth`, `https-banned`.
std::vector<ProxySpec> standard_proxies();

/// The demo's mixed pool of some forty: most work, some are dead, silent, slow, throttled, banned,
/// challenged.
std::vector<ProxySpec> small_pool();

/// What a large pool is made of.
struct PoolMix {
    std::uint32_t size = 0;
    std::uint64_t seed = 0;
    double silent = 0.12;
    double dead = 0.30;
    double shortest_delay_s = 0.3;
    double longest_delay_s = 3.0;
    std::vector<ProxyKind> kinds = {ProxyKind::http, ProxyKind::socks4a, ProxyKind::socks5,
                                    ProxyKind::socks5h};
};
/// The same on every machine for the same mix. The i-th listens on, and leaves from, `large_pool_address(i)`.
std::vector<ProxySpec> large_pool(const PoolMix& mix);
asio::ip::address_v4 large_pool_address(std::uint32_t index);
/// The reverse; the size of the pool or more for an address that is none of its.
std::uint32_t large_pool_index(const asio::ip::address_v4& address);

/// The address that the i-th scripted server leaves from.
asio::ip::address_v4 script_exit(std::uint32_t index);

}  // namespace outrider::lab
