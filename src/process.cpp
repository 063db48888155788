#include "process.hpp"

#include "outrider/output/output.hpp"
#include "outrider/probe/signals.hpp"
#include "outrider/probe/window.hpp"

#include <algorithm>

namespace outrider {
namespace {

// A signal gives the report a second; a little of that is for the process to be taken down.
constexpr Micros after_signal{950'000};

Clock::time_point end_at = Clock::time_point::max();

void end_soon() {
    end_at = std::min(end_at, Clock::now() + after_signal);
    expect_exit(exit_code_of(first_signal()), "there was no time left for a report after the signal");
    arm_hard_end(end_at);
}

}  // namespace

void guard_process() {
    prepare_streams();
    watch_signals(&end_soon);
}

void guard_deadline(Clock::time_point started, Micros deadline, std::uint64_t connections) {
    const Micros closing = closing_allowance(deadline, connections);
    end_at = started - start_allowance + deadline - exit_allowance / 2 - closing;
    arm_hard_end(end_at);
}

Clock::time_point hard_end() {
    return end_at;
}

}  // namespace outrider
