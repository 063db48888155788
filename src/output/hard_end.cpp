#include "outrider/output/output.hpp"

#include <poll.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstring>
#include <tuple>

namespace outrider {
namespace {

std::atomic<int> exit_code{static_cast<int>(ExitCode::internal)};
std::atomic<const char*> reason{nullptr};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<const char*>::is_always_lock_free);

// A pipe with room takes a short line whole; to wait for one without would be to miss the end.
void say(const char* why) {
    pollfd stderr_now{STDERR_FILENO, POLLOUT, 0};
    if (poll(&stderr_now, 1, 0) != 1 || (stderr_now.revents & POLLOUT) == 0) return;
    static constexpr char prefix[] = "outrider: error: ";
    char line[256];
    std::size_t size = sizeof prefix - 1;
    std::memcpy(line, prefix, size);
    while (*why != '\0' && size < sizeof line - 1)
        line[size++] = *why++;
    line[size++] = '\n';
    std::ignore = write(STDERR_FILENO, line, size);
}

extern "C" void end_now(int /*signal*/) {
    if (const char* const why = reason.load()) say(why);
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

void expect_exit(int code, const char* why) {
    reason.store(why);
    exit_code.store(code);
}

}  // namespace outrider
