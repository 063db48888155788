#include "outrider/probe/crowding.hpp"
#include "outrider/probe/probe.hpp"
#include "outrider/probe/signals.hpp"
#include "probe/probe_loop.hpp"

#include <exception>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace outrider {
namespace {

/// One loop on a thread of its own.
class LoopThread {
public:
    explicit LoopThread(ProbeLoop& loop)
        : thread_([this, &loop] {
              try {
                  loop.run();
              } catch (...) {
                  bug_ = std::current_exception();
              }
          }) {}

    /// Every loop ends by itself, by the end of the probe window.
    void join() {
        thread_.join();
        if (bug_) std::rethrow_exception(bug_);
    }

private:
    std::exception_ptr bug_;
    std::jthread thread_;
};

/// Runs the probes on as many loops as the capacity says, the first on this thread.
RunRecord run_loops(RunState& run) {
    const Capacity& capacity = run.capacity();
    const int wake = begin_probing();
    std::vector<std::unique_ptr<ProbeLoop>> loops;
    for (std::uint32_t i = 0; i < capacity.threads; ++i) {
        const std::uint32_t share =
            capacity.concurrency / capacity.threads + (i < capacity.concurrency % capacity.threads ? 1 : 0);
        loops.push_back(std::make_unique<ProbeLoop>(run, share, wake, i == 0));
    }
    std::vector<std::unique_ptr<LoopThread>> others;
    for (std::size_t i = 1; i < loops.size(); ++i) {
        try {
            others.push_back(std::make_unique<LoopThread>(*loops[i]));
        } catch (const std::system_error&) {
            break;  // no thread to be had: the first loop can do it all
        }
    }
    loops.front()->run();
    for (const auto& thread : others)
        thread->join();

    RunRecord record = run.take_record();
    Lag lag;
    for (const auto& loop : loops) {
        lag.add(loop->lag());
        record.dns_answered |= loop->dns_answered();
    }
    record.lag = lag.p99();
    record.interrupt = first_signal();
    return record;
}

}  // namespace

RunRecord probe_all(const Plan& plan, Clock::time_point started, const Judge& judge,
                    const Listener& listener) {
    const auto wall_start = std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now()) -
                            micros_between(started, Clock::now());
    RunState run(plan, started, judge, listener);
    const std::string& lowered = run.capacity().warning;
    if (listener.warning && !lowered.empty()) listener.warning(lowered);
    if (const auto crowding = crowding_warning(plan); crowding && listener.warning)
        listener.warning(*crowding);
    RunRecord record = run_loops(run);
    record.name = plan.settings.name;
    record.started_at = wall_start;
    record.duration = micros_between(started, Clock::now());
    record.deadline = plan.settings.deadline;
    record.plan_id = plan.plan_id;
    record.shard = plan.shard;
    record.targets = plan.target_labels;
    record.proxies = plan.proxy_labels;
    record.rejected = plan.rejected;
    record.duplicates = plan.duplicates;
    return record;
}

}  // namespace outrider
