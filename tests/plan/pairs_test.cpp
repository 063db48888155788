#include "plan/pairs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace outrider {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

Plan plan_of(std::size_t targets, std::size_t proxies) {
    Plan plan;
    plan.targets.resize(targets);
    plan.proxies.resize(proxies);
    return plan;
}

std::string text_of(const Pair& pair) {
    return std::to_string(pair.target) + (pair.proxy ? "x" + std::to_string(*pair.proxy) : "-") +
           (pair.control ? "c" : "") + "@" + std::to_string(pair.first_result) + "+" +
           std::to_string(pair.attempts);
}

std::vector<std::string> texts_of(const Plan& plan) {
    std::vector<std::string> texts;
    for (const Pair& pair : plan.pairs)
        texts.push_back(text_of(pair));
    return texts;
}

TEST(PairUp, GoesDirectWithoutProxies) {
    Plan plan = plan_of(2, 0);
    plan.settings.attempts = 3;
    plan.settings.direct = true;
    pair_up(plan);
    EXPECT_THAT(texts_of(plan), ElementsAre("0-@0+3", "1-@3+3"));
    EXPECT_THAT(plan.start_order, ElementsAre(0, 1));
    EXPECT_EQ(plan.results, 6u);
    EXPECT_EQ(count_probes(plan), 6u);
}

TEST(PairUp, OrdersByTargetThenProxyThenControl) {
    Plan plan = plan_of(2, 2);
    plan.settings.attempts = 2;
    plan.settings.direct = true;
    pair_up(plan);
    EXPECT_THAT(texts_of(plan),
                ElementsAre("0x0@0+2", "0x1@2+2", "0-c@4+1", "1x0@5+2", "1x1@7+2", "1-c@9+1"));
    EXPECT_EQ(plan.results, 10u);
    EXPECT_EQ(count_probes(plan), 10u);
}

TEST(PairUp, TakesEachTargetByItsOwnRoute) {
    Plan plan = plan_of(3, 2);
    plan.settings.direct = true;
    pair_up(plan, {Route(1), Route(), Route(0)});
    EXPECT_THAT(texts_of(plan), ElementsAre("0x1@0+1", "0-c@1+1", "1-@2+1", "2x0@3+1", "2-c@4+1"));
    EXPECT_THAT(plan.start_order, ElementsAre(1, 0, 2, 4, 3));
}

TEST(PairUp, StartsEveryPairOnce) {
    for (const auto& [targets, proxies] : {std::pair{1, 1}, {1, 9}, {9, 1}, {4, 6}, {6, 4}, {5, 5}}) {
        for (const bool direct : {false, true}) {
            Plan plan = plan_of(static_cast<std::size_t>(targets), static_cast<std::size_t>(proxies));
            plan.settings.direct = direct;
            pair_up(plan);
            EXPECT_THAT(plan.start_order, SizeIs(plan.pairs.size()));
            EXPECT_EQ(std::set<std::uint32_t>(plan.start_order.begin(), plan.start_order.end()).size(),
                      plan.pairs.size());
        }
    }
}

TEST(PairUp, StartsSoThatAnyBeginningIsAFairSample) {
    Plan plan = plan_of(4, 40);
    pair_up(plan);
    std::map<std::uint32_t, int> targets;
    std::map<std::uint32_t, int> proxies;
    for (std::size_t i = 0; i < plan.start_order.size(); ++i) {
        const Pair& pair = plan.pairs[plan.start_order[i]];
        ++targets[pair.target];
        ++proxies[*pair.proxy];
        const auto by_count = [](const auto& a, const auto& b) { return a.second < b.second; };
        if (i + 1 < 4) continue;
        const auto [least, most] = std::minmax_element(targets.begin(), targets.end(), by_count);
        EXPECT_LE(most->second - least->second, 1) << "after " << i + 1;
        const auto busiest = std::max_element(proxies.begin(), proxies.end(), by_count);
        EXPECT_EQ(busiest->second, static_cast<int>(i / 40 + 1)) << "after " << i + 1;
    }
}

TEST(PairUp, StartsAControlJustBeforeItsTargetsFirstPair) {
    Plan plan = plan_of(3, 5);
    plan.settings.direct = true;
    pair_up(plan);
    std::set<std::uint32_t> begun;
    for (std::size_t i = 0; i < plan.start_order.size(); ++i) {
        const Pair& pair = plan.pairs[plan.start_order[i]];
        if (!begun.insert(pair.target).second) continue;
        EXPECT_TRUE(pair.control);
        EXPECT_EQ(plan.pairs[plan.start_order[i + 1]].target, pair.target);
    }
}

TEST(PairUp, ShufflesByTheSeedAlone) {
    const auto order = [](std::uint64_t seed) {
        Plan plan = plan_of(2, 10);
        plan.settings.seed = seed;
        pair_up(plan);
        return plan.start_order;
    };
    EXPECT_EQ(order(1), order(1));
    EXPECT_NE(order(1), order(2));
    EXPECT_NE(order(0), order(1));
}

}  // namespace
}  // namespace outrider
