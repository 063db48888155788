#include "lab/pool.hpp"

#include "lab/test_client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

namespace outrider::lab {
namespace {

std::vector<std::string> lines_of(const std::filesystem::path& path) {
    std::vector<std::string> lines;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
        lines.push_back(line);
    return lines;
}

TEST(StandardProxies, have_names_and_exits_of_their_own) {
    std::set<std::string> names;
    std::set<std::string> exits;
    const std::vector<ProxySpec> proxies = standard_proxies();
    for (const ProxySpec& spec : proxies) {
        names.insert(spec.name);
        exits.insert(spec.exit.to_string());
        EXPECT_TRUE(spec.exit.is_loopback());
    }
    EXPECT_EQ(names.size(), proxies.size());
    EXPECT_EQ(exits.size(), proxies.size());
    EXPECT_EQ(names.count("socks5h-odd-login"), 1u);
}

TEST(SmallPool, is_mixed) {
    const std::vector<ProxySpec> pool = small_pool();
    EXPECT_EQ(pool.size(), 40u);
    const auto count = [&pool](auto&& holds) { return std::count_if(pool.begin(), pool.end(), holds); };
    EXPECT_EQ(count([](const ProxySpec& spec) { return spec.conduct == Conduct::dead; }), 5);
    EXPECT_EQ(count([](const ProxySpec& spec) { return spec.conduct == Conduct::silent; }), 2);
    EXPECT_EQ(count([](const ProxySpec& spec) { return spec.standing == Standing::banned; }), 3);
    EXPECT_EQ(count([](const ProxySpec& spec) { return spec.standing == Standing::over_quota; }), 2);
    EXPECT_GE(count([](const ProxySpec& spec) { return spec.delay.count() > 0; }), 1);
    for (const ProxyKind kind : all_proxy_kinds) {
        EXPECT_GE(count([kind](const ProxySpec& spec) { return spec.kind == kind; }), 6) << to_string(kind);
    }
}

TEST(SmallPool, is_listed_where_it_is_asked_for) {
    LabOptions options;
    options.small_pool = true;
    const RunningLab lab(options);
    const std::vector<std::string> list = lines_of(lab.dir() / "proxies.txt");
    EXPECT_EQ(list.size(), 40u);
    EXPECT_EQ(list.front(), lab.proxy("pool-1").at("url"));
    EXPECT_EQ(lines_of(lab.dir() / "targets.txt").size(), 3u);
}

TEST(LargePool, has_the_mix_asked_for_and_is_the_same_for_the_same_seed) {
    PoolMix mix;
    mix.size = 10000;
    mix.seed = 7;
    const std::vector<ProxySpec> pool = large_pool(mix);
    std::map<Conduct, int> conducts;
    for (std::uint32_t i = 0; i < mix.size; ++i) {
        ++conducts[pool[i].conduct];
        EXPECT_EQ(large_pool_index(pool[i].exit), i);
        EXPECT_GE(pool[i].delay.count(), 300000);
        EXPECT_LE(pool[i].delay.count(), 3000000);
    }
    EXPECT_NEAR(conducts[Conduct::silent], 1200, 150);
    EXPECT_NEAR(conducts[Conduct::dead], 3000, 200);
    const auto same = [](const ProxySpec& a, const ProxySpec& b) {
        return a.kind == b.kind && a.conduct == b.conduct && a.delay == b.delay;
    };
    const std::vector<ProxySpec> again = large_pool(mix);
    EXPECT_TRUE(std::equal(pool.begin(), pool.end(), again.begin(), same));
    mix.seed = 8;
    const std::vector<ProxySpec> other = large_pool(mix);
    EXPECT_FALSE(std::equal(pool.begin(), pool.end(), other.begin(), same));
}

TEST(LargePool, serves_each_proxy_on_its_own_address) {
    LabOptions options;
    options.large_pool.size = 200;
    options.large_pool.kinds = {ProxyKind::http};
    options.large_pool.shortest_delay_s = 0;
    options.large_pool.longest_delay_s = 0;
    const RunningLab lab(options);
    const std::vector<std::string> list = lines_of(lab.dir() / "proxies.txt");
    ASSERT_EQ(list.size(), 200u);
    const std::vector<ProxySpec> pool = large_pool(options.large_pool);
    for (std::size_t i = 0; i < pool.size(); ++i) {
        const std::string address = list[i].substr(list[i].rfind('/') + 1);
        EXPECT_TRUE(address.starts_with(pool[i].exit.to_string() + ':'));
        Client client(address);
        if (pool[i].conduct == Conduct::dead) {
            EXPECT_EQ(client.error(), ECONNREFUSED) << i;
        } else if (pool[i].conduct == Conduct::works) {
            client.send("GET http://origin.test/ip HTTP/1.1\r\nHost: origin.test\r\n\r\n");
            EXPECT_THAT(client.read_to_end(), testing::HasSubstr('"' + pool[i].exit.to_string() + '"'));
        }
    }
}

}  // namespace
}  // namespace outrider::lab
