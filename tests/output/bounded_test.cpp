#include "output/bounded.hpp"

#include "output/scratch.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <future>
#include <memory>
#include <thread>

namespace outrider {
namespace {

TEST(Bounded, GivesWhatTheWorkCameTo) {
    EXPECT_EQ(bounded([]() -> WriteError { return "no"; }, test::ample()), "no");
    EXPECT_EQ(bounded([]() -> WriteError { return std::nullopt; }, test::ample()), std::nullopt);
}

TEST(Bounded, LeavesWorkBehindThatDoesNotEnd) {
    const auto released = std::make_shared<std::promise<void>>();
    const auto ended = std::make_shared<std::promise<void>>();
    const Clock::time_point deadline = test::soon();
    const WriteError error = bounded(
        [released, ended]() -> WriteError {
            released->get_future().wait();
            ended->set_value();
            return std::nullopt;
        },
        deadline);
    EXPECT_EQ(error, "not taken by the deadline");
    EXPECT_GE(Clock::now(), deadline);
    released->set_value();
    EXPECT_EQ(ended->get_future().wait_until(test::ample()), std::future_status::ready);
}

TEST(Bounded, LeavesSignalsToTheOthers) {
    const WriteError error = bounded(
        []() -> WriteError {
            sigset_t mask;
            pthread_sigmask(SIG_SETMASK, nullptr, &mask);
            return sigismember(&mask, SIGTERM) && sigismember(&mask, SIGPIPE) ? "blocked" : "open";
        },
        test::ample());
    EXPECT_EQ(error, "blocked");
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    EXPECT_FALSE(sigismember(&mask, SIGTERM));
}

}  // namespace
}  // namespace outrider
