#include "stats/latency.hpp"

#include "outrider/stats/percentile.hpp"

#include <algorithm>

namespace outrider {
namespace {

// The largest integer whose square does not exceed `value`, bit by bit from the top.
Wide floor_sqrt(Wide value) {
    Wide root = 0;
    for (Wide bit = Wide{1} << 63; bit != 0; bit >>= 1) {
        const Wide next = root | bit;
        if (next * next <= value) root = next;
    }
    return root;
}

// sqrt(n * sum(d^2) - sum(d)^2) / n over the distances d from the smallest value, rounded half up: whole
// numbers all the way, so that nothing cancels and a merge of shards gives the same digits.
Micros population_stddev(const std::vector<Micros>& sorted) {
    if (sorted.front() == sorted.back()) return Micros(0);
    const Wide n = sorted.size();
    Wide sum = 0;
    Wide squares = 0;
    for (const Micros latency : sorted) {
        const auto distance = static_cast<Wide>((latency - sorted.front()).count());
        sum += distance;
        squares += distance * distance;
    }
    const Wide doubled = floor_sqrt(4 * (n * squares - sum * sum)) / n;
    return Micros{static_cast<std::int64_t>((doubled + 1) / 2)};
}

}  // namespace

Latency latency_of(std::vector<Micros> latencies) {
    Latency latency;
    if (latencies.empty()) return latency;
    std::sort(latencies.begin(), latencies.end());
    latency.count = latencies.size();
    latency.mean.count = latencies.size();
    for (const Micros each : latencies)
        latency.mean.sum_us += each.count();
    latency.min = latencies.front();
    latency.p50 = nearest_rank(latencies, 50);
    latency.p90 = nearest_rank(latencies, 90);
    latency.p95 = nearest_rank(latencies, 95);
    latency.p99 = nearest_rank(latencies, 99);
    latency.max = latencies.back();
    latency.stddev = population_stddev(latencies);
    return latency;
}

}  // namespace outrider
