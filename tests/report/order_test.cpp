#include "report/reports.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace outrider {
namespace {

using testing::add;
using testing::ms;
using testing::ResultOf;
using testing::run_over;

ResultOf any_result(std::mt19937_64& random) {
    switch (random() % 8) {
        case 0:
            return testing::throttled(ms(random() % 3000));
        case 1:
            return ResultOf(Outcome::banned).answered(403, ms(random() % 3000)).blame(Blame::target);
        case 2:
            return ResultOf(Error::proxy_timeout).blame(Blame::proxy);
        case 3:
            return ResultOf(Error::read_timeout).blame(Blame::target);
        case 4:
            return ResultOf(Error::not_started);
        default:
            return testing::success(ms(random() % 3000));
    }
}

RunRecord any_run(std::mt19937_64& random) {
    const std::size_t targets = 1 + random() % 3;
    const std::size_t proxies = random() % 40;
    RunRecord run = run_over(targets, proxies);
    for (ProxyLabel& proxy : run.proxies)
        proxy.rotating = random() % 50 == 0;
    for (std::size_t i = random() % 200; i > 0; --i) {
        ResultOf result = any_result(random);
        result.target(static_cast<std::uint32_t>(random() % targets)).by("", random() % 9 == 0 ? "edge" : "");
        if (proxies > 0 && random() % 20 != 0) result.proxy(static_cast<std::uint32_t>(random() % proxies));
        if (random() % 30 == 0) result.waits(static_cast<std::uint32_t>(random() % 100), "raw");
        if (random() % 30 == 0) result.quota(1 + random() % 50, 1 + random() % 60);
        result.phase(Phase::wait, ms(random() % 3000)).requests(1);
        add(run, result);
    }
    for (std::uint32_t target = 0; target < targets && proxies > 0; ++target) {
        if (random() % 2 == 0) add(run, ResultOf(any_result(random)).target(target).control());
    }
    return run;
}

// All but `results`; `retry_after_raw`, the first of that wait, has but one text here.
std::string bytes_of(const RunRecord& run, Policy policy) {
    Thresholds thresholds;
    thresholds.policy = policy;
    return render(report_on(run, thresholds, Detail::none), ReportKind::json, Serializer::automatic, false)
        .bytes;
}

TEST(Order, OfResultsChangesNeitherTheStateNorAnyNumber) {
    std::mt19937_64 random(4);
    for (int round = 0; round < 100; ++round) {
        RunRecord run = any_run(random);
        for (const Policy policy : {Policy::strict, Policy::pool, Policy::automatic}) {
            const std::string before = bytes_of(run, policy);
            std::shuffle(run.results.begin(), run.results.end(), random);
            ASSERT_EQ(bytes_of(run, policy), before) << "round " << round;
        }
    }
}

}  // namespace
}  // namespace outrider
