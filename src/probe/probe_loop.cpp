#include "probe/probe_loop.hpp"

#include <boost/asio/co_spawn.hpp>

#include <algorithm>
#include <chrono>
#include <ctime>

namespace outrider {
namespace {

constexpr auto progress_interval = std::chrono::milliseconds(200);
// What a probe costs at least on a fast machine of today.
constexpr Micros plain_cost{40};
constexpr Micros tls_cost{250};
// So many start at most before the loop looks at what has come for the others: more, and answers wait unread.
constexpr std::uint32_t starts_in_turn = 16;

/// The CPU time that this thread has had.
Micros thread_work() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::duration_cast<Micros>(std::chrono::seconds(time.tv_sec) +
                                              std::chrono::nanoseconds(time.tv_nsec));
}

}  // namespace

ProbeLoop::ProbeLoop(RunState& run, std::uint32_t share, int wake, bool shows_progress)
    : run_(run),
      share_(share),
      shows_progress_(shows_progress),
      network_(run.plan().settings),
      context_(network_, run.plan().settings, run.started(), run.end()),
      pace_(!run.plan().settings.concurrency, run.tls() ? tls_cost : plain_cost),
      all_done_(network_.loop()),
      signal_(network_.loop()) {
    if (wake >= 0) network_.loop().poller().add(wake, signal_, EPOLLIN | EPOLLET);
}

void ProbeLoop::run() {
    // Setting TLS up takes long enough to spoil the latencies of probes that are under way; a redirect to
    // https may still have to.
    if (run_.tls()) network_.tls();
    asio::co_spawn(network_.loop().executor(), supervise(), detached);
    network_.loop().run();
}

// Wakes at every tick: to see how late the loop is, and to start what the pace, the ramp or a limit held
// back.
Task<void> ProbeLoop::supervise() {
    Micros worked = thread_work();
    auto next_report = Clock::now() + progress_interval;
    start_more();
    while (workers_ > 0 || !run_.is_drawn()) {
        if (network_.loop().interrupted()) {
            start_more();  // nothing starts any more: what is left is given up
            if (workers_ == 0) break;
            co_await all_done_.wait();
            break;
        }
        const auto due = Clock::now() + Lag::tick;
        const bool done = co_await all_done_.wait(due);
        if (done) break;
        const auto now = Clock::now();
        const Micros late = std::max(micros_between(due, now), Micros(0));
        lag_.add(late);
        const Micros worked_by_now = thread_work();
        pace_.on_tick(late, worked_by_now - worked);
        worked = worked_by_now;
        start_more();
        if (now < next_report) continue;
        if (shows_progress_) run_.report_progress();
        next_report = now + progress_interval;
    }
    if (shows_progress_) run_.report_progress();
}

// A probe may fail before it waits for anything, and so come back here while it is being started.
void ProbeLoop::start_more() {
    if (starting_) return;
    starting_ = true;
    while (const Start start = claim()) {
        asio::co_spawn(network_.loop().executor(), work(start), detached);
    }
    starting_ = false;
}

void ProbeLoop::start_in_next_turn() {
    if (turn_due_) return;
    turn_due_ = true;
    network_.loop().post([this] {
        turn_due_ = false;
        left_in_turn_ = starts_in_turn;
        start_more();
    });
}

// The next pair that may run now, with a worker's place.
Start ProbeLoop::claim() {
    if (run_.is_drawn()) return {};
    if (!may_start()) {
        while (Start start = run_.drain())
            give_up(start);
        return {};
    }
    if (workers_ >= share_ || !pace_.allows_start()) return {};
    if (left_in_turn_ == 0) {
        start_in_next_turn();
        return {};
    }
    const Start start = run_.draw();
    if (!start) return start;
    pace_.on_start();
    --left_in_turn_;
    ++workers_;
    return start;
}

Task<void> ProbeLoop::work(Start start) {
    bool again = false;  // an attempt on this pair came before
    while (start) {
        if (again && has_gap()) co_await wait_gap();
        if (may_start()) {
            run_.enter();
            Observation seen;
            co_await probe_one(context_, run_.plan().targets[start.pair->target], proxy_of(start), seen);
            run_.leave();
            run_.finish(*start.pair, start.attempt, seen, network_.loop().interrupted());
            ++start.attempt;
            --start.count;
        } else {
            give_up(start);
        }
        again = start.count > 0;
        if (again) continue;
        run_.release(*start.pair);
        --workers_;
        start = claim();
        start_more();
    }
    if (workers_ == 0 && run_.is_drawn()) all_done_.notify();
}

bool ProbeLoop::has_gap() const {
    return run_.plan().settings.attempt_gap.count() > 0;
}

Task<void> ProbeLoop::wait_gap() {
    Event gap(network_.loop());
    const auto until = std::min(Clock::now() + run_.plan().settings.attempt_gap, context_.end.at());
    co_await gap.wait(until);
}

const Proxy* ProbeLoop::proxy_of(const Start& start) const {
    return start.pair->proxy ? &run_.plan().proxies[*start.pair->proxy] : nullptr;
}

void ProbeLoop::give_up(Start& start) {
    for (; start.count > 0; --start.count) {
        const Observation never = context_.not_started();
        run_.finish(*start.pair, start.attempt++, never, network_.loop().interrupted());
    }
}

bool ProbeLoop::may_start() {
    return !network_.loop().interrupted() && run_.has_time();
}

}  // namespace outrider
