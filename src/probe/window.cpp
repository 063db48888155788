#include "outrider/probe/window.hpp"

#include <algorithm>

namespace outrider {
namespace {

// Measured on two slow cores with room to spare: waking and closing what is in flight, and writing a result.
constexpr Micros base{150'000};
constexpr Micros per_connection{60};
constexpr Micros per_tls_connection{100};
constexpr Micros per_result{15};
constexpr Micros closed_by_kernel{20};

}  // namespace

Micros probe_window(Micros deadline, std::uint64_t planned, std::uint64_t in_flight, bool tls) {
    const Micros closing = tls ? per_tls_connection : per_connection;
    const Micros reserve = start_allowance + base + closing * static_cast<std::int64_t>(in_flight) +
                           per_result * static_cast<std::int64_t>(planned);
    return deadline - std::min(reserve, deadline / 2);
}

Micros closing_allowance(Micros deadline, std::uint64_t in_flight) {
    return std::min(closed_by_kernel * static_cast<std::int64_t>(in_flight), deadline / 20);
}

Micros least_time_to_start(const Settings& settings, Micros window) {
    return std::min(2 * settings.degraded_latency, window / 2);
}

}  // namespace outrider
