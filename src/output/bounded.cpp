#include "output/bounded.hpp"

#include "output/descriptor.hpp"

#include <csignal>
#include <future>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

namespace outrider {
namespace {

/// Blocks all signals while a thread is started, so that the thread inherits this: signals are for the
/// others, and a broken pipe is an error of its write.
class SignalsBlocked {
public:
    SignalsBlocked() {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;
    ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
    sigset_t before_{};
};

}  // namespace

WriteError bounded(std::function<WriteError()> work, Clock::time_point deadline) {
    // Shared, not copied: a report may be large.
    const auto task = std::make_shared<std::packaged_task<WriteError()>>(std::move(work));
    std::future<WriteError> done = task->get_future();
    try {
        const SignalsBlocked blocked;
        std::thread([task] { (*task)(); }).detach();
    } catch (const std::system_error&) {  // no room for a thread: the hard end of the process bounds it, too
        (*task)();
    }
    return done.wait_until(deadline) == std::future_status::ready ? done.get() : too_late();
}

}  // namespace outrider
