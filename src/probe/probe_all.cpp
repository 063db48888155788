#include "outrider/net/transport.hpp"
#include "outrider/probe/capacity.hpp"
#include "outrider/probe/probe.hpp"
#include "outrider/probe/probe_one.hpp"
#include "outrider/probe/signals.hpp"
#include "outrider/probe/window.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>

#include <algorithm>
#include <chrono>

namespace outrider {
namespace {

constexpr auto progress_interval = std::chrono::milliseconds(200);

/// The state that the workers of one run share; all on one thread.
class Run {
public:
    Run(const Plan& plan, Clock::time_point started, const Judge& judge, const Listener& listener)
        : plan_(plan),
          judge_(judge),
          listener_(listener),
          capacity_(capacity(plan.settings, plan.pairs.size(), raise_descriptor_limit())),
          window_(probe_window(plan.settings.deadline, plan.results, capacity_.concurrency)),
          network_(plan.settings),
          context_(
              network_, plan.settings, started,
              Deadline(LimitKind::deadline, plan.settings.deadline, started - start_allowance + window_)),
          least_left_(least_time_to_start(plan.settings, window_)),
          changed_(network_.loop()) {
        record_.results.resize(plan.results);
        record_.probe_window = window_;
    }

    RunRecord run();
    const std::string& warning() const { return capacity_.warning; }

private:
    Task<void> supervise();
    Task<void> work();
    void stop_on_signal();
    const Pair* next_pair();
    bool may_start();
    void finish(const Pair& pair, std::uint32_t attempt, const Observation& seen);
    void report_progress();

    const Plan& plan_;
    const Judge& judge_;
    const Listener& listener_;
    Capacity capacity_;
    Micros window_;
    Network network_;
    ProbeContext context_;
    Micros least_left_;

    std::size_t next_ = 0;
    std::uint32_t running_ = 0;
    std::uint32_t in_flight_ = 0;
    Event changed_;
    Progress progress_;
    RunRecord record_;
};

// Setting TLS up takes long enough to spoil the latencies of probes that are under way; a redirect to https
// may still have to.
bool plans_tls(const Plan& plan) {
    const auto tls_target = [](const ProbeTarget& target) { return target.url.scheme == UrlScheme::https; };
    const auto tls_proxy = [](const Proxy& proxy) { return proxy.kind == ProxyKind::https; };
    return std::any_of(plan.targets.begin(), plan.targets.end(), tls_target) ||
           std::any_of(plan.proxies.begin(), plan.proxies.end(), tls_proxy);
}

RunRecord Run::run() {
    if (plans_tls(plan_)) network_.tls();
    stop_on_signal();
    progress_.planned = plan_.results;
    asio::co_spawn(network_.loop().executor(), supervise(), detached);
    network_.loop().io().run();
    record_.dns_answered = network_.resolver().answered();
    record_.interrupt = first_signal();
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

Task<void> Run::supervise() {
    Loop& loop = network_.loop();
    running_ = capacity_.concurrency;
    for (std::uint32_t i = 0; i < capacity_.concurrency; ++i) {
        asio::co_spawn(loop.executor(), work(), detached);
    }
    while (running_ > 0) {
        changed_.reset();
        if (loop.interrupted()) {
            co_await changed_.wait();
        } else {
            const auto next_report = Clock::now() + progress_interval;
            co_await changed_.wait(next_report);
        }
        report_progress();
    }
    loop.io().stop();
}

Task<void> Run::work() {
    while (const Pair* pair = next_pair()) {
        for (std::uint32_t attempt = 1; attempt <= pair->attempts; ++attempt) {
            if (attempt > 1 && plan_.settings.attempt_gap.count() > 0) {
                Event pause(network_.loop());
                const auto until = std::min(Clock::now() + plan_.settings.attempt_gap, context_.end.at());
                co_await pause.wait(until);
            }
            if (!may_start()) {
                finish(*pair, attempt, context_.not_started());
                continue;
            }
            record_.concurrency = std::max(record_.concurrency, ++in_flight_);
            const Proxy* proxy = pair->proxy ? &plan_.proxies[*pair->proxy] : nullptr;
            const Observation seen = co_await probe_one(context_, plan_.targets[pair->target], proxy);
            --in_flight_;
            finish(*pair, attempt, seen);
        }
    }
    if (--running_ == 0) changed_.notify();
}

const Pair* Run::next_pair() {
    return next_ < plan_.start_order.size() ? &plan_.pairs[plan_.start_order[next_++]] : nullptr;
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
