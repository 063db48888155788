#include "outrider/probe/crowding.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

/// As many attempts at one target on each of the hosts.
Plan plan_of(std::uint32_t attempts, const std::vector<std::string>& hosts) {
    Plan plan;
    for (const std::string& host : hosts) {
        ProbeTarget target;
        target.url.host = {host, 80};
        Pair pair;
        pair.target = static_cast<std::uint32_t>(plan.targets.size());
        pair.attempts = attempts;
        plan.targets.push_back(std::move(target));
        plan.pairs.push_back(pair);
    }
    return plan;
}

TEST(Crowding, IsMoreThanAThousandProbesToOneHost) {
    EXPECT_EQ(crowding_warning(plan_of(1000, {"a.test"})), std::nullopt);
    EXPECT_EQ(crowding_warning(plan_of(1000, {"a.test", "b.test"})), std::nullopt);
    const auto warning = crowding_warning(plan_of(501, {"b.test", "a.test", "a.test"}));
    ASSERT_TRUE(warning);
    EXPECT_EQ(warning->find("1002 probes go to a.test: --per-host or --ramp"), 0u) << *warning;
}

TEST(Crowding, IsFineWhereTheLoadIsSpread) {
    Plan plan = plan_of(5000, {"a.test"});
    plan.settings.per_host = 10;
    EXPECT_EQ(crowding_warning(plan), std::nullopt);
    plan.settings.per_host = 0;
    plan.settings.ramp = std::chrono::seconds(1);
    EXPECT_EQ(crowding_warning(plan), std::nullopt);
}

TEST(Crowding, ShowsNoNameThatTheEnvironmentBrought) {
    Plan plan = plan_of(5000, {"s3cret.a.test"});
    plan.substituted = {"s3cret"};
    EXPECT_EQ(crowding_warning(plan)->find("5000 probes go to ***.a.test"), 0u);
}

TEST(Crowding, OfNothingIsNothing) {
    EXPECT_EQ(crowding_warning(Plan{}), std::nullopt);
}

}  // namespace
}  // namespace outrider
