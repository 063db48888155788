#include "plan/pairs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

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

/// The plan of one shard.
Plan shard_of(Plan plan, std::uint32_t index, std::uint32_t count, const std::vector<Route>& routes = {}) {
    plan.shard = Shard{index, count, 0};
    pair_up(plan, routes);
    return plan;
}

/// Its pairs without the controls, or these alone.
std::vector<std::string> names_of(const Plan& plan, bool controls = false) {
    std::vector<std::string> names;
    for (const Pair& pair : plan.pairs) {
        if (pair.control == controls)
            names.push_back(std::to_string(pair.target) +
                            (pair.proxy ? "x" + std::to_string(*pair.proxy) : ""));
    }
    return names;
}

TEST(PairUp, ShardsTakeEveryNthPairInTheOrderOfTheReport) {
    Plan whole = plan_of(2, 3);
    whole.settings.attempts = 2;
    const Plan first = shard_of(whole, 0, 4);
    const Plan third = shard_of(whole, 2, 4);
    EXPECT_THAT(texts_of(first), ElementsAre("0x0@0+2", "1x1@2+2"));
    EXPECT_THAT(texts_of(third), ElementsAre("0x2@0+2"));
    EXPECT_EQ(third.results, 2u);
    EXPECT_EQ(third.shard->total, 12u);
    EXPECT_EQ(third.shard->index, 2u);
}

struct ShardCase {
    std::size_t targets;
    std::size_t proxies;
    std::optional<std::uint64_t> sample;
};
constexpr ShardCase shard_cases[] = {
    {1, 1, {}},  {1, 50, {}}, {50, 1, {}}, {7, 11, {}}, {6, 4, {}},  {10, 100, {}}, {3, 0, {}},
    {7, 11, 40}, {9, 9, 5},   {10, 20, 3}, {4, 6, 24},  {4, 6, 999}, {5, 0, 2},
};

TEST(PairUp, ShardsTogetherAreTheWhole) {
    for (const ShardCase& one : shard_cases) {
        Plan plan = plan_of(one.targets, one.proxies);
        plan.settings.direct = true;
        plan.settings.sample = one.sample;
        plan.settings.attempts = 3;
        plan.settings.seed = 5;
        Plan whole = plan;
        pair_up(whole);
        const auto whole_names = names_of(whole);
        for (const std::uint32_t count : {1u, 2u, 3u, 10u, 200u}) {
            std::vector<std::string> controls;
            std::vector<std::string> names(whole_names.size());
            for (std::uint32_t index = 0; index < count; ++index) {
                const Plan shard = shard_of(plan, index, count);
                EXPECT_EQ(shard.shard->total, whole_names.size() * 3);
                const auto own = names_of(shard);
                for (std::size_t i = 0; i < own.size(); ++i)
                    names.at(index + i * count) = own[i];
                for (const Pair& pair : shard.pairs) {
                    EXPECT_TRUE(!pair.control || pair.target % count == index);
                }
                const auto own_controls = names_of(shard, true);
                controls.insert(controls.end(), own_controls.begin(), own_controls.end());
            }
            EXPECT_EQ(names, whole_names);
            EXPECT_THAT(controls, testing::UnorderedElementsAreArray(names_of(whole, true)));
        }
    }
}

TEST(PairUp, SamplesArePartOfTheWholeAndLeaveControlsBe) {
    Plan whole = plan_of(4, 6);
    whole.settings.direct = true;
    Plan sampled = whole;
    sampled.settings.sample = 5;
    pair_up(whole);
    pair_up(sampled);
    EXPECT_THAT(names_of(sampled), SizeIs(5));
    EXPECT_THAT(names_of(whole), testing::IsSupersetOf(names_of(sampled)));
    EXPECT_THAT(names_of(sampled, true), ElementsAre("0", "1", "2", "3"));
    EXPECT_EQ(count_probes(sampled), 9u);
    EXPECT_EQ(sampled.results, 9u);
    const auto targets_before = [](const Pair& a, const Pair& b) { return a.target < b.target; };
    EXPECT_TRUE(std::is_sorted(sampled.pairs.begin(), sampled.pairs.end(), targets_before));
}

TEST(PairUp, RoutesObeySampleAndShard) {
    Plan plan = plan_of(6, 2);
    plan.settings.direct = true;
    const std::vector<Route> routes{Route(1), Route(), Route(0), Route(0), Route(0), Route()};
    EXPECT_THAT(names_of(shard_of(plan, 1, 3, routes)), ElementsAre("1", "4x0"));
    EXPECT_THAT(names_of(shard_of(plan, 1, 3, routes), true), ElementsAre("4"));
    plan.settings.sample = 2;
    Plan sampled = plan;
    pair_up(sampled, routes);
    EXPECT_THAT(names_of(sampled), SizeIs(2));
    EXPECT_THAT(names_of(sampled, true), ElementsAre("0", "2", "3", "4"));
}

TEST(PairUp, ShardsStartInRoundsOverTheirTargets) {
    for (const ShardCase& one : shard_cases) {
        for (const std::uint32_t count : {2u, 3u, 10u}) {
            Plan plan = plan_of(one.targets, one.proxies);
            plan.settings.sample = one.sample;
            const Plan shard = shard_of(plan, 1, count);
            std::vector<std::size_t> left(one.targets, 0);
            for (const Pair& pair : shard.pairs)
                ++left[pair.target];
            std::set<std::uint32_t> round;
            ASSERT_THAT(shard.start_order, SizeIs(shard.pairs.size()));
            for (const std::uint32_t start : shard.start_order) {
                const std::uint32_t target = shard.pairs[start].target;
                if (round.contains(target)) {
                    for (std::size_t other = 0; other < left.size(); ++other) {
                        EXPECT_TRUE(left[other] == 0 || round.contains(static_cast<std::uint32_t>(other)))
                            << "target " << target << " twice before " << other;
                    }
                    round.clear();
                }
                round.insert(target);
                --left[target];
            }
        }
    }
}

TEST(PairUp, ABeginningOfAShardSeesMostOfItsProxies) {
    Plan plan = plan_of(10, 1000);
    const Plan shard = shard_of(plan, 3, 10);
    std::set<std::uint32_t> proxies;
    for (std::size_t i = 0; i < 100; ++i)
        proxies.insert(*shard.pairs[shard.start_order[i]].proxy);
    EXPECT_GE(proxies.size(), 80u) << "of its 100, in as many starts";
}

TEST(PairUp, StartsControlsWithoutAPairLast) {
    Plan plan = plan_of(4, 5);
    plan.settings.direct = true;
    plan.settings.sample = 2;
    pair_up(plan);
    std::vector<bool> controls;
    for (const std::uint32_t start : plan.start_order)
        controls.push_back(plan.pairs[start].control);
    EXPECT_THAT(controls, ElementsAre(true, false, true, false, true, true));
}

TEST(PairUp, AShardMayHaveNothing) {
    const Plan plan = shard_of(plan_of(1, 2), 2, 3);
    EXPECT_THAT(plan.pairs, SizeIs(0));
    EXPECT_THAT(plan.start_order, SizeIs(0));
    EXPECT_EQ(plan.shard->total, 2u);
}

TEST(PairUp, MarksPairsOfRotatingProxies) {
    Plan plan = plan_of(1, 2);
    plan.settings.direct = true;
    plan.proxies[1].rotating = true;
    pair_up(plan);
    EXPECT_FALSE(plan.pairs[0].rotating);
    EXPECT_TRUE(plan.pairs[1].rotating);
    EXPECT_FALSE(plan.pairs[2].rotating);
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
