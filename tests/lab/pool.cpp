#include "lab/pool.hpp"

#include <random>
#include <string>

namespace outrider::lab {

namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t first_exit = 0x7f140001;         // 127.20.0.1
constexpr std::uint32_t first_small_exit = 0x7f1e0001;   // 127.30.0.1
constexpr std::uint32_t first_script_exit = 0x7f280001;  // 127.40.0.1
constexpr std::uint32_t first_large = 0x7f400001;        // 127.64.0.1
constexpr std::chrono::microseconds slow = 2500ms;

// The marker shows in every secret, so that a test can look for it in all that was written.
// SOCKS4 knows a user only, who is the secret then.
Login login(const ProxySpec& spec, const std::string& user, const std::string& password) {
    const bool user_only = spec.kind == ProxyKind::socks4 || spec.kind == ProxyKind::socks4a;
    return user_only ? Login{"s3cr3t-" + user, ""} : Login{user, "s3cr3t-" + password};
}

Login own_login(const ProxySpec& spec) {
    return login(spec, "user-" + spec.name, spec.name);
}

struct Variant {
    const char* suffix;
    void (*apply)(ProxySpec& spec);
};

constexpr Variant variants[] = {
    {"", [](ProxySpec&) {}},
    {"-auth", [](ProxySpec& spec) { spec.wants = spec.listed = own_login(spec); }},
    {"-odd-login",
     [](ProxySpec& spec) {
         spec.wants = spec.listed = login(spec, "u@ser/" + spec.name, "p@ss:#%/ " + spec.name);
     }},
    {"-wrong-login",
     [](ProxySpec& spec) {
         spec.wants = own_login(spec);
         spec.listed = login(spec, "stranger", "wrong");
     }},
    {"-needs-login", [](ProxySpec& spec) { spec.wants = own_login(spec); }},
    {"-slow", [](ProxySpec& spec) { spec.delay = slow; }},
    {"-dead", [](ProxySpec& spec) { spec.conduct = Conduct::dead; }},
    {"-silent", [](ProxySpec& spec) { spec.conduct = Conduct::silent; }},
    {"-garbage", [](ProxySpec& spec) { spec.conduct = Conduct::garbage; }},
    {"-refuses", [](ProxySpec& spec) { spec.conduct = Conduct::refuses; }},
    {"-bad-gateway", [](ProxySpec& spec) { spec.conduct = Conduct::bad_gateway; }},
    {"-overloaded", [](ProxySpec& spec) { spec.conduct = Conduct::overloaded; }},
    {"-banned", [](ProxySpec& spec) { spec.standing = Standing::banned; }},
    {"-challenged", [](ProxySpec& spec) { spec.standing = Standing::challenged; }},
    {"-throttled", [](ProxySpec& spec) { spec.standing = Standing::over_quota; }},
};

ProxySpec make(std::string name, ProxyKind kind, std::uint32_t exit, void (*apply)(ProxySpec&)) {
    ProxySpec spec;
    spec.name = std::move(name);
    spec.kind = kind;
    spec.exit = asio::ip::address_v4(exit);
    apply(spec);
    return spec;
}

const Variant& variant(std::string_view suffix) {
    for (const Variant& candidate : variants) {
        if (candidate.suffix == suffix) return candidate;
    }
    return variants[0];
}

/// How many of which the small pool holds; the kinds take turns.
struct Share {
    std::string_view suffix;
    int count;
};
constexpr Share small_shares[] = {
    {"", 18},       {"-auth", 4},      {"-slow", 3},       {"-dead", 5},        {"-silent", 2},
    {"-banned", 3}, {"-throttled", 2}, {"-challenged", 1}, {"-wrong-login", 1}, {"-refuses", 1},
};

/// A number in [0, 1) that is the same on every machine, unlike those of the standard distributions.
double fraction(std::mt19937_64& random) {
    return static_cast<double>(random() >> 11) * 0x1p-53;
}

}  // namespace

std::vector<ProxySpec> standard_proxies() {
    std::vector<ProxySpec> proxies;
    std::uint32_t exit = first_exit;
    for (const ProxyKind kind : all_proxy_kinds) {
        for (const Variant& one : variants) {
            proxies.push_back(make(std::string(to_string(kind)) + one.suffix, kind, exit++, one.apply));
        }
    }
    return proxies;
}

std::vector<ProxySpec> small_pool() {
    std::vector<ProxySpec> proxies;
    for (const Share& share : small_shares) {
        for (int i = 0; i < share.count; ++i) {
            const auto number = static_cast<std::uint32_t>(proxies.size());
            const ProxyKind kind = all_proxy_kinds[number % all_proxy_kinds.size()];
            proxies.push_back(make("pool-" + std::to_string(number + 1), kind, first_small_exit + number,
                                   variant(share.suffix).apply));
        }
    }
    return proxies;
}

std::vector<ProxySpec> large_pool(const PoolMix& mix) {
    std::mt19937_64 random(mix.seed);
    std::vector<ProxySpec> proxies(mix.size);
    for (std::uint32_t i = 0; i < mix.size; ++i) {
        ProxySpec& spec = proxies[i];
        spec.kind = mix.kinds[random() % mix.kinds.size()];
        spec.exit = large_pool_address(i);
        const double luck = fraction(random);
        const double delay_s =
            mix.shortest_delay_s + fraction(random) * (mix.longest_delay_s - mix.shortest_delay_s);
        spec.delay = std::chrono::microseconds(static_cast<std::int64_t>(delay_s * 1e6));
        if (luck < mix.silent) {
            spec.conduct = Conduct::silent;
        } else if (luck < mix.silent + mix.dead) {
            spec.conduct = Conduct::dead;
        }
    }
    return proxies;
}

asio::ip::address_v4 large_pool_address(std::uint32_t index) {
    return asio::ip::address_v4(first_large + index);
}

std::uint32_t large_pool_index(const asio::ip::address_v4& address) {
    return address.to_uint() - first_large;
}

asio::ip::address_v4 script_exit(std::uint32_t index) {
    return asio::ip::address_v4(first_script_exit + index);
}

}  // namespace outrider::lab
