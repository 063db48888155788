#pragma once

#include "outrider/model/settings.hpp"
#include "outrider/model/time.hpp"

#include <cstdint>

namespace outrider {

/// What the system needs before `main` runs: the process counts as started that long before.
inline constexpr Micros start_allowance{50'000};

/// How long after the start of the process probing ends, so that there is time to judge, report and close
/// every socket before the deadline; `tls`: they hold TLS sessions, which take longer. Never less than half
/// of the deadline.
Micros probe_window(Micros deadline, std::uint64_t planned, std::uint64_t in_flight, bool tls);

/// What the system needs to take the process down after it has done everything: nothing is written later than
/// that before the deadline.
inline constexpr Micros exit_allowance{40'000};

/// What the kernel needs on top of that to close what is in flight where the process is ended before it has
/// done so itself. At most a twentieth of the deadline.
Micros closing_allowance(Micros deadline, std::uint64_t in_flight);

/// A probe does not start with less than this left of the window.
Micros least_time_to_start(const Settings& settings, Micros window);

}  // namespace outrider
