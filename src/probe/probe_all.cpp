#include "outrider/net/transport.hpp"
#include "outrider/probe/capacity.hpp"
#include "outrider/probe/crowding.hpp"
#include "outrider/probe/pace.hpp"
#include "outrider/probe/probe.hpp"
#include "outrider/probe/probe_one.hpp"
#include "outrider/probe/signals.hpp"
#include "outrider/probe/start_queue.hpp"
#include "outrider/probe/window.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>

#include <algorithm>
#include <chrono>
#include <ctime>

namespace outrider {
namespace {

constexpr auto progress_interval = std::chrono::milliseconds(200);

bool plans_tls(const Plan& plan) {
    const auto tls_target = [](const ProbeTarget& target) { return target.url.scheme == UrlScheme::https; };
    const auto tls_proxy = [](const Proxy& proxy) { return proxy.kind == ProxyKind::https; };
    return std::any_of(plan.targets.begin(), plan.targets.end(), tls_target) ||
           std::any_of(plan.proxies.begin(), plan.proxies.end(), tls_proxy);
}

/// The CPU time that this thread has had.
Micros thread_work() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::duration_cast<Micros>(std::chrono::seconds(time.tv_sec) +
                                              std::chrono::nanoseconds(time.tv_nsec));
}

/// The state that the workers of one run share; all on one thread.
class Run {
public:
    Run(const Plan& plan, Clock::time_point started, const Judge& judge, const Listener& listener)
        : plan_(plan),
          judge_(judge),
          listener_(listener),
          queue_(plan),
          capacity_(capacity(plan.settings, queue_.all(), plans_tls(plan), claim_limits())),
          window_(probe_window(plan.settings.deadline, plan.results, capacity_.concurrency)),
          network_(plan.settings),
          context_(
              network_, plan.settings, started,
              Deadline(LimitKind::deadline, plan.settings.deadline, started - start_allowance + window_)),
          least_left_(least_time_to_start(plan.settings, window_)),
          pace_(!plan.settings.concurrency),
          all_done_(network_.loop()) {
        record_.results.resize(plan.results);
        record_.probe_window = window_;
    }

    RunRecord run();
    const std::string& warning() const { return capacity_.warning; }

private:
    Task<void> supervise();
    void start_more();
    Start claim();
    bool ramp_allows_start() const;
    Task<void> work(Start start);
    Task<void> probe_pair(Start start);
    void stop_on_signal();
    bool may_start();
    void give_up(const Start& start, std::uint32_t attempt);
    void finish(const Pair& pair, std::uint32_t attempt, const Observation& seen);
    void report_progress();

    const Plan& plan_;
    const Judge& judge_;
    const Listener& listener_;
    StartQueue queue_;
    Capacity capacity_;
    Micros window_;
    Network network_;
    ProbeContext context_;
    Micros least_left_;

    Pace pace_;
    Lag lag_;
    Clock::time_point first_start_{};
    std::uint32_t workers_ = 0;
    bool starting_ = false;
    std::uint32_t in_flight_ = 0;
    Event all_done_;
    Progress progress_;
    RunRecord record_;
};

RunRecord Run::run() {
    // Setting TLS up takes long enough to spoil the latencies of probes that are under way; a redirect to
    // https may still have to.
    if (plans_tls(plan_)) network_.tls();
    stop_on_signal();
    progress_.planned = plan_.results;
    asio::co_spawn(network_.loop().executor(), supervise(), detached);
    network_.loop().io().run();
    record_.dns_answered = network_.resolver().answered();
    record_.interrupt = first_signal();
    record_.lag = lag_.p99();
    return std::move(record_);
}

void Run::stop_on_signal() {
    using Descriptor = asio::posix::basic_stream_descriptor<Executor>;
    const int woken = begin_probing();
    if (woken < 0) return;  // no descriptor to spare: a signal ends the process, without a report
    auto wake = std::make_shared<Descriptor>(network_.loop().executor(), woken);
    wake->async_wait(Descriptor::wait_read, [this, wake](boost::system::error_code error) {
        if (!error) network_.loop().interrupt();
    });
}

// Wakes at every tick: to see how late the loop is, and to start what the pace or the ramp held back.
Task<void> Run::supervise() {
    first_start_ = Clock::now();
    Micros worked = thread_work();
    auto next_report = first_start_ + progress_interval;
    start_more();
    while (workers_ > 0 || queue_.left() > 0) {
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
        report_progress();
        next_report = now + progress_interval;
    }
    report_progress();
    network_.loop().io().stop();
}

// A probe may fail before it waits for anything, and so come back here while it is being started.
void Run::start_more() {
    if (starting_) return;
    starting_ = true;
    while (const Start start = claim()) {
        asio::co_spawn(network_.loop().executor(), work(start), detached);
    }
    starting_ = false;
}

// The next pair that may run now, with a worker's place.
Start Run::claim() {
    if (queue_.left() == 0) return {};
    if (!may_start()) {
        while (const Start start = queue_.drain())
            give_up(start, start.attempt);
        return {};
    }
    if (workers_ >= capacity_.concurrency || !pace_.allows_start() || !ramp_allows_start()) return {};
    const Start start = queue_.next();
    if (!start) return start;
    pace_.on_start();
    ++workers_;
    return start;
}

bool Run::ramp_allows_start() const {
    const Micros ramp = plan_.settings.ramp;
    if (ramp.count() == 0) return true;
    const auto all = static_cast<std::int64_t>(queue_.all());
    const auto started = all - static_cast<std::int64_t>(queue_.left());
    return Clock::now() - first_start_ >= ramp * started / all;
}

Task<void> Run::work(Start start) {
    while (start) {
        co_await probe_pair(start);
        queue_.finished(*start.pair);
        --workers_;
        start = claim();
        start_more();
    }
    if (workers_ == 0 && queue_.left() == 0) all_done_.notify();
}

Task<void> Run::probe_pair(Start start) {
    const Pair& pair = *start.pair;
    const Proxy* proxy = pair.proxy ? &plan_.proxies[*pair.proxy] : nullptr;
    for (std::uint32_t attempt = start.attempt; attempt < start.attempt + start.count; ++attempt) {
        if (attempt > start.attempt && plan_.settings.attempt_gap.count() > 0) {
            Event pause(network_.loop());
            const auto until = std::min(Clock::now() + plan_.settings.attempt_gap, context_.end.at());
            co_await pause.wait(until);
        }
        if (!may_start()) {
            give_up(start, attempt);
            co_return;
        }
        record_.concurrency = std::max(record_.concurrency, ++in_flight_);
        const Observation seen = co_await probe_one(context_, plan_.targets[pair.target], proxy);
        --in_flight_;
        finish(pair, attempt, seen);
    }
}

void Run::give_up(const Start& start, std::uint32_t attempt) {
    for (; attempt < start.attempt + start.count; ++attempt)
        finish(*start.pair, attempt, context_.not_started());
}

bool Run::may_start() {
    return !network_.loop().interrupted() && context_.end.left() >= least_left_;
}

void Run::finish(const Pair& pair, std::uint32_t attempt, const Observation& seen) {
    ProbeResult result = judge_(pair, attempt, seen);
    ++progress_.done;
    if (result.outcome == Outcome::success) ++progress_.ok;
    if (context_.end.passed() || (seen.error == Error::not_started && !network_.loop().interrupted())) {
        record_.deadline_hit = true;
    }
    if (listener_.finished) listener_.finished(result);
    record_.results[pair.first_result + attempt - 1] = std::move(result);
}

void Run::report_progress() {
    if (!listener_.progress) return;
    Progress now = progress_;
    now.left = std::max(context_.end.left(), Micros(0));
    listener_.progress(now);
}

}  // namespace

RunRecord probe_all(const Plan& plan, Clock::time_point started, const Judge& judge,
                    const Listener& listener) {
    const auto wall_start = std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now()) -
                            micros_between(started, Clock::now());
    Run run(plan, started, judge, listener);
    if (listener.warning && !run.warning().empty()) listener.warning(run.warning());
    if (const auto crowding = crowding_warning(plan); crowding && listener.warning)
        listener.warning(*crowding);
    RunRecord record = run.run();
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
