#include "outrider/classify/classify.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

/// A run over one target, with proxies 0..3 of which the last is rotating.
struct BlameTest : testing::Test {
    RunRecord run;

    BlameTest() {
        run.targets.resize(2);
        run.proxies.resize(4);
        run.proxies[3].rotating = true;
        run.dns_answered = true;
    }

    ProbeResult& add(std::optional<std::uint32_t> proxy, Outcome outcome, std::optional<Error> error = {},
                     std::optional<int> status = {}) {
        ProbeResult result;
        result.proxy = proxy;
        result.outcome = outcome;
        result.error = error;
        result.status = status;
        run.results.push_back(result);
        return run.results.back();
    }
    void add_reached(std::uint32_t proxy) { add(proxy, Outcome::success, {}, 200); }
    void add_broken(std::uint32_t proxy) { add(proxy, Outcome::network_error, Error::read_timeout); }
    void add_control(Outcome outcome, std::optional<int> status) {
        add({}, outcome, status ? std::nullopt : std::optional(Error::read_timeout), status).control = true;
    }

    std::optional<Blame> settled(std::size_t index = 0) {
        settle_blame(run);
        return run.results[index].blame;
    }
};

TEST_F(BlameTest, WithoutOthersNothingTells) {
    add_broken(0);
    EXPECT_EQ(settled(), std::nullopt);
}

TEST_F(BlameTest, AControlThatReachedTheTargetBlamesTheProxy) {
    add_broken(0);
    add_broken(1);
    add_control(Outcome::banned, 403);
    EXPECT_EQ(settled(), Blame::proxy);
}

TEST_F(BlameTest, AControlThatDidNotReachItLeavesItToTheOthers) {
    add_broken(0);
    add_control(Outcome::network_error, std::nullopt);
    EXPECT_EQ(settled(), std::nullopt);
    add_broken(1);
    EXPECT_EQ(settled(), Blame::target);
}

TEST_F(BlameTest, AtLeastHalfOfTheOthersBlameTheProxy) {
    add_broken(0);
    add_reached(1);
    add_broken(2);
    EXPECT_EQ(settled(0), Blame::proxy);
    EXPECT_EQ(settled(2), Blame::proxy);
}

TEST_F(BlameTest, FewerBlameTheTarget) {
    add_broken(0);
    add_reached(1);
    add_broken(2);
    add_broken(2);
    EXPECT_EQ(settled(0), Blame::target);
}

TEST_F(BlameTest, AnAnswerOfAnyKindReachedTheTarget) {
    add_broken(0);
    add(1, Outcome::banned, {}, 403);
    EXPECT_EQ(settled(), Blame::proxy);
}

TEST_F(BlameTest, AFaultAfterTheHeadDidNot) {
    add_broken(0);
    add(1, Outcome::network_error, Error::body_timeout, 200);
    EXPECT_EQ(settled(), Blame::target);
    EXPECT_EQ(settled(1), Blame::target);
}

TEST_F(BlameTest, TheProxysOwnOtherAttemptsAreNoOthers) {
    add_broken(0);
    add_reached(0);
    EXPECT_EQ(settled(), std::nullopt);
}

TEST_F(BlameTest, EveryProbeOfARotatingProxyIsThroughAnother) {
    add_broken(3);
    add_reached(3);
    EXPECT_EQ(settled(), Blame::proxy);
}

TEST_F(BlameTest, OnlyBadGatewaysOfTheProxyErrorsAreWitnesses) {
    add_broken(0);
    add(1, Outcome::proxy_error, Error::proxy_closed);
    add(1, Outcome::local_error, Error::local_resources);
    add(1, Outcome::abandoned, Error::cut_off, 200).error = Error::cut_off;
    EXPECT_EQ(settled(), std::nullopt);
    add(2, Outcome::proxy_error, Error::proxy_bad_gateway);
    EXPECT_EQ(settled(), Blame::target);
    EXPECT_EQ(settled(4), Blame::target);
}

TEST_F(BlameTest, ABadGatewayIsSettledLikeABrokenConnection) {
    add(0, Outcome::proxy_error, Error::proxy_bad_gateway);
    add_reached(1);
    EXPECT_EQ(settled(), Blame::proxy);
}

TEST_F(BlameTest, OtherTargetsTellNothing) {
    add_broken(0);
    add_reached(1);
    run.results.back().target = 1;
    EXPECT_EQ(settled(), std::nullopt);
}

TEST_F(BlameTest, WhatIsCertainIsLeftAlone) {
    add(0, Outcome::network_error, Error::dns_failure).blame = Blame::target;
    add(0, Outcome::proxy_error, Error::proxy_closed).blame = Blame::proxy;
    add_reached(1);
    add_reached(2);
    EXPECT_EQ(settled(0), Blame::target);
    EXPECT_EQ(settled(1), Blame::proxy);
    EXPECT_EQ(settled(2), std::nullopt);
}

TEST_F(BlameTest, SettlingTwiceChangesNothing) {
    add_broken(0);
    add_reached(1);
    add_broken(2);
    settle_blame(run);
    const auto first = run.results[0].blame;
    EXPECT_EQ(settled(), first);
}

TEST_F(BlameTest, WithNoLookupAnsweredDnsFaultsAreThisMachines) {
    add({}, Outcome::network_error, Error::dns_timeout);
    add(0, Outcome::network_error, Error::dns_unavailable);
    add(0, Outcome::proxy_error, Error::proxy_dns_failure).dns_cause = Error::dns_timeout;
    add(0, Outcome::network_error, Error::dns_failure).blame = Blame::target;
    run.dns_answered = false;
    settle_blame(run);
    for (const std::size_t i : {0u, 1u, 2u}) {
        EXPECT_EQ(run.results[i].outcome, Outcome::local_error) << i;
        EXPECT_EQ(run.results[i].blame, Blame::local) << i;
    }
    EXPECT_EQ(run.results[2].error, Error::dns_timeout);
    EXPECT_EQ(run.results[3].outcome, Outcome::network_error);
    EXPECT_EQ(run.results[3].blame, Blame::target);
}

TEST_F(BlameTest, WithOneLookupAnsweredTheyAreTheNames) {
    add({}, Outcome::network_error, Error::dns_timeout).blame = Blame::target;
    add(0, Outcome::proxy_error, Error::proxy_dns_failure).dns_cause = Error::dns_timeout;
    run.results[1].blame = Blame::proxy;
    settle_blame(run);
    EXPECT_EQ(run.results[0].outcome, Outcome::network_error);
    EXPECT_EQ(run.results[0].blame, Blame::target);
    EXPECT_EQ(run.results[1].error, Error::proxy_dns_failure);
    EXPECT_EQ(run.results[1].blame, Blame::proxy);
}

TEST_F(BlameTest, LocalFaultsAreNoWitnesses) {
    add_broken(0);
    add(1, Outcome::network_error, Error::dns_timeout);
    run.dns_answered = false;
    EXPECT_EQ(settled(), std::nullopt);
}

}  // namespace
}  // namespace outrider
