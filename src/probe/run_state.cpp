#include "probe/run_state.hpp"

#include "outrider/probe/window.hpp"

#include <algorithm>

namespace outrider {
namespace {

bool plans_tls(const Plan& plan) {
    const auto tls_target = [](const ProbeTarget& target) { return target.url.scheme == UrlScheme::https; };
    const auto tls_proxy = [](const Proxy& proxy) { return proxy.kind == ProxyKind::https; };
    return std::any_of(plan.targets.begin(), plan.targets.end(), tls_target) ||
           std::any_of(plan.proxies.begin(), plan.proxies.end(), tls_proxy);
}

}  // namespace

RunState::RunState(const Plan& plan, Clock::time_point started, const Judge& judge, const Listener& listener)
    : plan_(plan),
      judge_(judge),
      listener_(listener),
      started_(started),
      tls_(plans_tls(plan)),
      queue_(plan),
      left_(queue_.left()),
      capacity_(outrider::capacity(plan.settings, queue_.all(), tls_, claim_limits())),
      window_(probe_window(plan.settings.deadline, plan.results, capacity_.concurrency, tls_)),
      end_(LimitKind::deadline, plan.settings.deadline, started - start_allowance + window_),
      least_left_(least_time_to_start(plan.settings, window_)) {
    record_.results.make_places(plan.results);
    record_.probe_window = window_;
}

bool RunState::ramp_allows_draw() const {
    const Micros ramp = plan_.settings.ramp;
    if (ramp.count() == 0) return true;
    const auto all = static_cast<std::int64_t>(queue_.all());
    const auto started = all - static_cast<std::int64_t>(queue_.left());
    return Clock::now() - first_start_ >= ramp * started / all;
}

Start RunState::draw() {
    const std::lock_guard lock(queue_lock_);
    if (!ramp_allows_draw()) return {};
    const Start start = queue_.next();
    left_.store(queue_.left(), std::memory_order_relaxed);
    return start;
}

void RunState::release(const Pair& pair) {
    const std::lock_guard lock(queue_lock_);
    queue_.finished(pair);
}

Start RunState::drain() {
    const std::lock_guard lock(queue_lock_);
    const Start start = queue_.drain();
    left_.store(queue_.left(), std::memory_order_relaxed);
    return start;
}

void RunState::enter() {
    const std::uint32_t now = in_flight_.fetch_add(1, std::memory_order_relaxed) + 1;
    std::uint32_t most = most_in_flight_.load(std::memory_order_relaxed);
    while (most < now && !most_in_flight_.compare_exchange_weak(most, now, std::memory_order_relaxed)) {
    }
}

void RunState::finish(const Pair& pair, std::uint32_t attempt, const Observation& seen, bool interrupted) {
    std::unique_ptr<ProbeResult> result(new ProbeResult(judge_(pair, attempt, seen)));
    done_.fetch_add(1, std::memory_order_relaxed);
    if (result->outcome == Outcome::success) ok_.fetch_add(1, std::memory_order_relaxed);
    if (end_.passed() || (seen.error == Error::not_started && !interrupted)) deadline_hit_ = true;
    if (listener_.finished) {
        const std::lock_guard lock(listener_lock_);
        listener_.finished(*result);
    }
    record_.results.set(pair.first_result + attempt - 1, std::move(result));
}

void RunState::report_progress() {
    if (!listener_.progress) return;
    const std::lock_guard lock(listener_lock_);
    listener_.progress({plan_.results, done_.load(), ok_.load(), std::max(end_.left(), Micros(0))});
}

RunRecord RunState::take_record() {
    record_.concurrency = most_in_flight_;
    record_.deadline_hit = deadline_hit_;
    return std::move(record_);
}

}  // namespace outrider
