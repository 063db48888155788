#include "outrider/probe/start_queue.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace outrider {
namespace {

/// Every target through every proxy (direct without any), started in the order of the pairs.
Plan plan_of(const std::vector<std::string>& hosts, const std::vector<HostPort>& proxies) {
    Plan plan;
    plan.settings.per_route = 0;
    for (const std::string& host : hosts) {
        ProbeTarget target;
        target.url.host = {host, 80};
        plan.targets.push_back(std::move(target));
    }
    for (const HostPort& address : proxies) {
        Proxy proxy;
        proxy.address = address;
        plan.proxies.push_back(std::move(proxy));
        plan.proxy_labels.emplace_back();
    }
    const std::size_t routes = std::max<std::size_t>(1, proxies.size());
    for (std::uint32_t target = 0; target < hosts.size(); ++target) {
        for (std::uint32_t route = 0; route < routes; ++route) {
            Pair pair;
            pair.target = target;
            if (!proxies.empty()) pair.proxy = route;
            plan.start_order.push_back(static_cast<std::uint32_t>(plan.pairs.size()));
            plan.pairs.push_back(pair);
        }
    }
    return plan;
}

/// Indexes of the pairs that can be started without any being finished.
std::vector<std::ptrdiff_t> started(StartQueue& queue, const Plan& plan) {
    std::vector<std::ptrdiff_t> indexes;
    while (const Start start = queue.next())
        indexes.push_back(start.pair - plan.pairs.data());
    return indexes;
}

using Indexes = std::vector<std::ptrdiff_t>;

TEST(StartQueue, WithoutLimitsIsTheOrderOfThePlan) {
    Plan plan = plan_of({"a", "a", "a"}, {});
    plan.start_order = {2, 0, 1};
    StartQueue queue(plan);
    EXPECT_EQ(queue.left(), 3u);
    EXPECT_EQ(started(queue, plan), (Indexes{2, 0, 1}));
    EXPECT_EQ(queue.left(), 0u);
}

TEST(StartQueue, AFullHostHoldsUpNobodyElse) {
    Plan plan = plan_of({"a", "a", "a", "b"}, {});
    plan.settings.per_host = 1;
    StartQueue queue(plan);
    EXPECT_EQ(started(queue, plan), (Indexes{0, 3}));
    EXPECT_EQ(queue.left(), 2u);
    queue.finished(plan.pairs[3]);
    EXPECT_EQ(started(queue, plan), Indexes{});
    queue.finished(plan.pairs[0]);
    EXPECT_EQ(started(queue, plan), Indexes{1});
    queue.finished(plan.pairs[1]);
    EXPECT_EQ(started(queue, plan), Indexes{2});
}

TEST(StartQueue, ARouteIsAProxyAndATargetHost) {
    Plan plan = plan_of({"a", "a", "b"}, {{"p", 1}, {"p", 2}});
    plan.settings.per_route = 1;
    StartQueue queue(plan);
    EXPECT_EQ(started(queue, plan), (Indexes{0, 1, 4, 5}));
    queue.finished(plan.pairs[1]);
    EXPECT_EQ(started(queue, plan), Indexes{3});
}

TEST(StartQueue, ARotatingProxyHasNoRoute) {
    Plan plan = plan_of({"a", "a"}, {{"p", 1}, {"p", 2}});
    plan.settings.per_route = 1;
    for (Pair& pair : plan.pairs)
        pair.rotating = *pair.proxy == 1;
    StartQueue queue(plan);
    EXPECT_EQ(started(queue, plan), (Indexes{0, 1, 3}));
}

TEST(StartQueue, AttemptsRunSideBySideThroughARotatingProxyAlone) {
    Plan plan = plan_of({"a"}, {{"p", 1}, {"p", 2}});
    for (Pair& pair : plan.pairs) {
        pair.attempts = 3;
        pair.rotating = *pair.proxy == 1;
    }
    StartQueue queue(plan);
    const Start whole = queue.next();
    EXPECT_EQ(whole.attempt, 1u);
    EXPECT_EQ(whole.count, 3u);
    for (std::uint32_t attempt = 1; attempt <= 3; ++attempt) {
        const Start one = queue.next();
        EXPECT_EQ(one.pair, &plan.pairs[1]);
        EXPECT_EQ(one.attempt, attempt);
        EXPECT_EQ(one.count, 1u);
    }
    EXPECT_FALSE(queue.next());
}

TEST(StartQueue, ProxiesOfOneHostAndPortShareTheirPlaces) {
    Plan plan = plan_of({"a"}, {{"gate", 1}, {"gate", 1}, {"gate", 2}});
    plan.settings.per_proxy_host = 1;
    StartQueue queue(plan);
    EXPECT_EQ(started(queue, plan), (Indexes{0, 2}));
}

TEST(StartQueue, DrainTakesOutAllThatIsLeft) {
    Plan plan = plan_of({"a", "a", "a", "b"}, {});
    plan.settings.per_host = 1;
    StartQueue queue(plan);
    queue.next();
    queue.next();
    std::set<const Pair*> drained;
    while (const Start start = queue.drain())
        EXPECT_TRUE(drained.insert(start.pair).second);
    EXPECT_EQ(drained.size(), 2u);
    EXPECT_EQ(queue.left(), 0u);
}

// Whatever the limits, every pair runs once, no limit is ever exceeded, and none is held back while it could
// run.
TEST(StartQueue, KeepsEveryLimitAndLosesNothing) {
    Plan plan = plan_of({"a", "a", "b", "c", "a", "b"}, {{"p", 1}, {"p", 1}, {"q", 1}, {"r", 1}});
    plan.settings.per_route = 2;
    plan.settings.per_host = 5;
    plan.settings.per_proxy_host = 3;
    StartQueue queue(plan);
    std::map<std::string, int> taken;
    const auto keys = [&](const Pair& pair) {
        const std::string host = plan.targets[pair.target].url.host.host;
        return std::map<std::string, int>{{"host " + host, 5},
                                          {"proxy " + plan.proxies[*pair.proxy].address.host, 3},
                                          {"route " + host + std::to_string(*pair.proxy), 2}};
    };
    std::vector<const Pair*> running;
    std::set<const Pair*> seen;
    std::size_t turn = 0;
    do {
        while (const Start start = queue.next()) {
            const Pair* pair = start.pair;
            EXPECT_TRUE(seen.insert(pair).second);
            running.push_back(pair);
            for (const auto& [key, limit] : keys(*pair))
                EXPECT_LE(++taken[key], limit) << key;
        }
        for (const Pair& pair : plan.pairs) {
            if (seen.contains(&pair)) continue;
            bool blocked = false;
            for (const auto& [key, limit] : keys(pair))
                blocked = blocked || taken[key] >= limit;
            EXPECT_TRUE(blocked) << "could run";
        }
        if (running.empty()) break;
        const std::size_t index = (turn++ * 7) % running.size();
        const Pair* done = running[index];
        running.erase(running.begin() + static_cast<std::ptrdiff_t>(index));
        for (const auto& [key, limit] : keys(*done))
            --taken[key];
        queue.finished(*done);
    } while (true);
    EXPECT_EQ(seen.size(), plan.pairs.size());
}

}  // namespace
}  // namespace outrider
