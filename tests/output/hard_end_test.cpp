#include "output/scratch.hpp"
#include "outrider/output/output.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace outrider {
namespace {

using test::soon;
using testing::ExitedWithCode;

class HardEnd : public testing::Test {
protected:
    HardEnd() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

/// Stuck in a system call, until somebody ends the process.
void read_what_never_comes() {
    int ends[2];
    char byte = 0;
    while (::pipe(ends) == 0 && ::read(ends[0], &byte, 1) <= 0) {
    }
}

TEST_F(HardEnd, ComesInASystemCallThatNeverReturns) {
    EXPECT_EXIT(
        {
            arm_hard_end(soon());
            expect_exit(2);
            read_what_never_comes();
        },
        ExitedWithCode(2), "");
}

TEST_F(HardEnd, SaysWhy) {
    EXPECT_EXIT(
        {
            arm_hard_end(soon());
            expect_exit(2, "the reason");
            read_what_never_comes();
        },
        ExitedWithCode(2), "^outrider: error: the reason\n$");
}

TEST_F(HardEnd, DoesNotWaitToSayWhy) {
    EXPECT_EXIT(
        {
            int ends[2];
            if (::pipe2(ends, O_NONBLOCK) != 0) std::abort();
            while (::write(ends[1], "x", 1) == 1) {
            }
            ::fcntl(ends[1], F_SETFL, 0);
            ::dup2(ends[1], STDERR_FILENO);
            arm_hard_end(soon());
            expect_exit(2, "the reason");
            read_what_never_comes();
        },
        ExitedWithCode(2), "");
}

TEST_F(HardEnd, ComesInALoopThatNeverEnds) {
    EXPECT_EXIT(
        {
            arm_hard_end(soon());
            for (std::atomic<bool> ended = false; !ended;) {
            }
        },
        ExitedWithCode(70), "");
}

TEST_F(HardEnd, ComesWhileAnotherThreadCannotBeJoined) {
    EXPECT_EXIT(
        {
            std::thread stuck(read_what_never_comes);
            expect_exit(74);
            arm_hard_end(soon());
            stuck.join();
        },
        ExitedWithCode(74), "");
}

TEST_F(HardEnd, ComesAlthoughTheParentHadItsSignalBlockedAndIgnored) {
    EXPECT_EXIT(
        {
            std::signal(SIGALRM, SIG_IGN);
            sigset_t all;
            sigfillset(&all);
            sigprocmask(SIG_SETMASK, &all, nullptr);
            arm_hard_end(soon());
            read_what_never_comes();
        },
        ExitedWithCode(70), "");
}

TEST_F(HardEnd, ComesAtOnceWhenItsTimeHasPassed) {
    EXPECT_EXIT(
        {
            arm_hard_end(Clock::now() - std::chrono::hours(1));
            read_what_never_comes();
        },
        ExitedWithCode(70), "");
}

TEST_F(HardEnd, DoesNotComeBeforeItsTime) {
    const Clock::time_point at = soon();
    EXPECT_EXIT(
        {
            arm_hard_end(at);
            read_what_never_comes();
        },
        ExitedWithCode(70), "");
    EXPECT_GE(Clock::now(), at);
}

}  // namespace
}  // namespace outrider
