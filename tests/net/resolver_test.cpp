#include "outrider/net/resolver.hpp"

#include "net/run_task.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace outrider {
namespace {

Lookup look_up(const HostPort& name, AddressFamily family = AddressFamily::any,
               const std::vector<ResolveOverride>& overrides = {}) {
    Loop loop;
    Resolver resolver(loop, family, overrides);
    const Deadline due = Deadline::after(LimitKind::connect_timeout, std::chrono::seconds(20));
    Lookup lookup = run_task(loop, resolver.resolve(name, due));
    EXPECT_FALSE(resolver.answered()) << "no server is to be asked here";
    return lookup;
}

std::vector<std::string> texts(const Lookup& lookup) {
    std::vector<std::string> texts;
    for (const auto& address : lookup.addresses)
        texts.push_back(address.to_string());
    return texts;
}

TEST(Resolver, literals_have_no_lookup) {
    EXPECT_EQ(texts(look_up({"127.0.0.9", 80})), std::vector<std::string>{"127.0.0.9"});
    EXPECT_EQ(texts(look_up({"::1", 80})), std::vector<std::string>{"::1"});
}

TEST(Resolver, localhost_is_loopback_and_ipv6_comes_first) {
    const Lookup lookup = look_up({"LocalHost", 80});
    EXPECT_EQ(texts(lookup), (std::vector<std::string>{"::1", "127.0.0.1"}));
    EXPECT_TRUE(lookup.looked_up);
    EXPECT_EQ(texts(look_up({"a.localhost.", 80}, AddressFamily::ipv4)),
              std::vector<std::string>{"127.0.0.1"});
    EXPECT_EQ(texts(look_up({"localhost", 80}, AddressFamily::ipv6)), std::vector<std::string>{"::1"});
}

TEST(Resolver, a_literal_of_the_other_family_is_a_dns_failure) {
    const Lookup lookup = look_up({"127.0.0.1", 80}, AddressFamily::ipv6);
    ASSERT_TRUE(lookup.fault);
    EXPECT_EQ(lookup.fault->error, Error::dns_failure);
}

TEST(Resolver, overrides_count_for_their_port_only_and_may_be_several) {
    const std::vector<ResolveOverride> overrides{
        {{"origin.test", 80}, "127.0.0.5"}, {{"ORIGIN.test", 80}, "::1"}, {{"origin.test", 81}, "127.0.0.7"}};
    const Lookup lookup = look_up({"origin.test", 80}, AddressFamily::any, overrides);
    EXPECT_EQ(texts(lookup), (std::vector<std::string>{"127.0.0.5", "::1"}));
    EXPECT_FALSE(lookup.looked_up);
    EXPECT_EQ(texts(look_up({"origin.test", 81}, AddressFamily::any, overrides)),
              std::vector<std::string>{"127.0.0.7"});
}

}  // namespace
}  // namespace outrider
