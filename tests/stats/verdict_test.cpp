#include "outrider/stats/totals.hpp"
#include "stats/results.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <utility>

namespace outrider {
namespace {

using testing::add;
using testing::ResultOf;
using testing::run_over;
using testing::success;
using testing::throttled;

const ProbeResult proxy_fault = ResultOf(Error::proxy_closed).blame(Blame::proxy);
const ProbeResult exit_fault = ResultOf(Error::read_timeout).blame(Blame::proxy);
const ProbeResult target_fault = ResultOf(Error::read_timeout).blame(Blame::target);
const ProbeResult unsettled_gateway = ResultOf(Error::proxy_bad_gateway);
const ProbeResult target_gateway = ResultOf(Error::proxy_bad_gateway).blame(Blame::target);
const ProbeResult banned = ResultOf(Outcome::banned).answered(403, testing::ms(1)).blame(Blame::target);
const ProbeResult challenged = ResultOf(Outcome::challenged).answered(200, testing::ms(1));
const ProbeResult server_error = ResultOf(Outcome::server_error).answered(500, testing::ms(1));
const ProbeResult abandoned = ResultOf(Error::not_started);
const ProbeResult local_error = ResultOf(Error::local_resources).blame(Blame::local);

using Through = std::initializer_list<std::pair<ProbeResult, std::size_t>>;

RunRecord through_one_proxy(Through results) {
    RunRecord run = run_over(1, 1);
    for (auto [result, count] : results) {
        result.proxy = 0;
        add(run, result, count);
    }
    return run;
}

Verdict verdict(Through results) {
    return total(through_one_proxy(results)).proxies[0].verdict;
}

TEST(Verdict, UsableFromHalfOfTheCompletedOn) {
    EXPECT_EQ(verdict({{success(), 1}, {banned, 1}}), Verdict::usable);
    EXPECT_EQ(verdict({{success(), 2}, {banned, 3}}), Verdict::banned);
    EXPECT_EQ(verdict({{success(), 1}, {abandoned, 5}, {local_error, 5}}), Verdict::usable);
}

TEST(Verdict, UntestedWhereNothingCompleted) {
    EXPECT_EQ(verdict({}), Verdict::untested);
    EXPECT_EQ(verdict({{abandoned, 2}, {local_error, 1}}), Verdict::untested);
}

TEST(Verdict, AfterTheMostFrequentFailure) {
    EXPECT_EQ(verdict({{banned, 1}, {challenged, 2}}), Verdict::challenged);
    EXPECT_EQ(verdict({{banned, 1}, {throttled(), 2}}), Verdict::throttled);
    EXPECT_EQ(verdict({{banned, 1}, {proxy_fault, 1}, {exit_fault, 1}}), Verdict::failed);
    EXPECT_EQ(verdict({{banned, 1}, {server_error, 1}, {target_fault, 1}}), Verdict::unproven);
}

TEST(Verdict, TheFirstOfATie) {
    EXPECT_EQ(verdict({{server_error, 1}, {proxy_fault, 1}, {throttled(), 1}, {challenged, 1}, {banned, 1}}),
              Verdict::banned);
    EXPECT_EQ(verdict({{server_error, 1}, {proxy_fault, 1}, {throttled(), 1}, {challenged, 1}}),
              Verdict::challenged);
    EXPECT_EQ(verdict({{server_error, 1}, {proxy_fault, 1}, {throttled(), 1}}), Verdict::throttled);
    EXPECT_EQ(verdict({{server_error, 1}, {proxy_fault, 1}}), Verdict::failed);
}

TEST(Verdict, AFaultThatIsNotTheProxysProvesNothing) {
    EXPECT_EQ(verdict({{unsettled_gateway, 1}}), Verdict::unproven);
    EXPECT_EQ(verdict({{target_gateway, 1}}), Verdict::unproven);
    EXPECT_EQ(verdict({{target_fault, 1}}), Verdict::unproven);
    EXPECT_EQ(verdict({{exit_fault, 1}}), Verdict::failed);
}

TEST(Verdicts, CountEveryProxyOnce) {
    RunRecord run = run_over(1, 4);
    add(run, success().proxy(0), 3);
    add(run, throttled().proxy(1), 2);
    add(run, ResultOf(Error::not_started).proxy(2));
    const Totals totals = total(run);
    EXPECT_EQ(totals.tested_proxies, 2u);
    EXPECT_EQ(totals.verdicts[static_cast<std::size_t>(Verdict::usable)], 1u);
    EXPECT_EQ(totals.verdicts[static_cast<std::size_t>(Verdict::throttled)], 1u);
    EXPECT_EQ(totals.verdicts[static_cast<std::size_t>(Verdict::untested)], 2u);
}

TEST(Verdicts, EachCompletedProbeOfARotatingProxyIsAProxyOfItsOwn) {
    RunRecord run = through_one_proxy({{success(), 2}, {banned, 1}, {abandoned, 1}, {local_error, 1}});
    run.proxies[0].rotating = true;
    const Totals totals = total(run);
    EXPECT_EQ(totals.tested_proxies, 3u);
    EXPECT_EQ(totals.verdicts[static_cast<std::size_t>(Verdict::usable)], 2u);
    EXPECT_EQ(totals.verdicts[static_cast<std::size_t>(Verdict::banned)], 1u);
    EXPECT_EQ(totals.verdicts[static_cast<std::size_t>(Verdict::untested)], 0u);
    EXPECT_EQ(totals.proxies[0].verdict, Verdict::usable);  // its row judges it as one
}

TEST(Verdicts, ARotatingProxyOfWhichNothingCompletedIsOneUntested) {
    RunRecord run = through_one_proxy({{abandoned, 3}});
    run.proxies[0].rotating = true;
    const Totals totals = total(run);
    EXPECT_EQ(totals.tested_proxies, 0u);
    EXPECT_EQ(totals.verdicts[static_cast<std::size_t>(Verdict::untested)], 1u);
}

TEST(Verdict, EveryOneHasAWord) {
    const char* words[] = {"usable", "banned", "challenged", "throttled", "failed", "unproven", "untested"};
    for (std::size_t i = 0; i < verdict_count; ++i)
        EXPECT_EQ(to_string(static_cast<Verdict>(i)), words[i]);
}

}  // namespace
}  // namespace outrider
