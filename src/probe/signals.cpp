#include "outrider/probe/signals.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>

namespace outrider {
namespace {

constexpr std::array<int, 3> watched{SIGHUP, SIGINT, SIGTERM};

std::atomic<int> first{0};
std::atomic<int> wake_descriptor{-1};
void (*call_first)() = nullptr;

void on_signal(int signal) {
    int none = 0;
    const bool is_first = first.compare_exchange_strong(none, signal);
    const int descriptor = wake_descriptor.load();
    if (!is_first || descriptor < 0) _exit(128 + first.load());
    call_first();
    const char wake = 1;
    [[maybe_unused]] const ssize_t written = ::write(descriptor, &wake, 1);
}

}  // namespace

void watch_signals(void (*on_first)()) {
    call_first = on_first;
    for (const int number : watched) {
        struct sigaction before {};
        ::sigaction(number, nullptr, &before);
        if (before.sa_handler == SIG_IGN) continue;
        struct sigaction action {};
        action.sa_handler = &on_signal;
        ::sigaction(number, &action, nullptr);
    }
}

int begin_probing() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) return -1;
    wake_descriptor = ends[1];
    return ends[0];
}

Interrupt first_signal() {
    switch (first.load()) {
        case SIGHUP:
            return Interrupt::sighup;
        case SIGINT:
            return Interrupt::sigint;
        case SIGTERM:
            return Interrupt::sigterm;
        default:
            return Interrupt::none;
    }
}

int exit_code_of(Interrupt interrupt) {
    switch (interrupt) {
        case Interrupt::none:
            return 0;
        case Interrupt::sighup:
            return 128 + SIGHUP;
        case Interrupt::sigint:
            return 128 + SIGINT;
        case Interrupt::sigterm:
            return 128 + SIGTERM;
    }
    return 0;
}

}  // namespace outrider
