#include "outrider/output/output.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>

namespace outrider {
namespace {

std::atomic<int> exit_code{static_cast<int>(ExitCode::internal)};
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void end_now(int /*signal*/) {
    _exit(exit_code.load());
}

}  // namespace

void arm_hard_end(Clock::time_point at) {
    struct sigaction action {};
    action.sa_handler = end_now;
    sigfillset(&action.sa_mask);
    sigaction(SIGALRM, &action, nullptr);

    // The parent may have left it blocked.
    sigset_t alarm;
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &alarm, nullptr);

    // Linux runs this timer on the monotonic clock, and it cannot fail, as a POSIX timer can for want of room
    // for its signal. A time of zero would disarm it.
    const Micros left = std::max(Micros(1), micros_between(Clock::now(), at));
    itimerval timer{};
    timer.it_value.tv_sec = left.count() / 1'000'000;
    timer.it_value.tv_usec = left.count() % 1'000'000;
    setitimer(ITIMER_REAL, &timer, nullptr);
}

void expect_exit(int code) {
    exit_code.store(code);
}

}  // namespace outrider
