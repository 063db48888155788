#include "outrider/diagnose/diagnosis.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace outrider {
namespace {

struct Floor {
    std::uint32_t initial_delay_s, max_delay_s, max_retries;
};

Floor floor_of(State state) {
    switch (state) {
        case State::healthy:
            return {1, 10, 2};
        case State::degraded:
            return {2, 30, 3};
        case State::critical:
            return {5, 60, 5};
    }
    return {};
}

std::uint32_t whole_seconds(const std::optional<Micros>& latency) {
    if (!latency) return 0;
    const auto seconds = std::chrono::floor<std::chrono::seconds>(*latency).count();
    constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(seconds, 0, most));
}

std::vector<std::uint32_t> delays(const BackoffParams& backoff) {
    std::vector<std::uint32_t> delays_s;
    std::uint64_t delay = backoff.initial_delay_s;
    for (std::uint32_t k = 0; k < backoff.max_retries; ++k) {
        delays_s.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(delay, backoff.max_delay_s)));
        delay *= backoff.multiplier;
    }
    return delays_s;
}

}  // namespace

std::string_view to_string(BackoffBasis basis) {
    static constexpr std::array<std::string_view, backoff_basis_count> words{"state", "retry_after",
                                                                             "latency"};
    return words[static_cast<std::size_t>(basis)];
}

BackoffParams back_off(State state, const Totals& totals) {
    const Floor floor = floor_of(state);
    BackoffParams backoff;
    backoff.initial_delay_s = floor.initial_delay_s;
    backoff.max_retries = floor.max_retries;
    backoff.full_jitter = !totals.retry_after_s;
    const auto raise = [&](std::uint32_t delay, BackoffBasis basis) {
        if (delay <= backoff.initial_delay_s) return;
        backoff.initial_delay_s = delay;
        backoff.basis = basis;
    };
    raise(totals.retry_after_s.value_or(0), BackoffBasis::retry_after);
    raise(whole_seconds(totals.run.latency.p95), BackoffBasis::latency);
    backoff.max_delay_s = std::max(floor.max_delay_s, backoff.initial_delay_s);
    backoff.delays_s = delays(backoff);
    return backoff;
}

}  // namespace outrider
