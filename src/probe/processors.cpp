#include "probe/processors.hpp"

#include "probe/control_groups.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <thread>

namespace outrider {
namespace {

constexpr double no_limit = 1e9;

/// "max", a negative time and what cannot be read are no limit.
double share(std::istream& time_file, std::istream& period_file) {
    double time = 0;
    double period = 0;
    if (!(time_file >> time) || time <= 0) return no_limit;
    period_file >> period;
    return period > 0 ? time / period : no_limit;
}

}  // namespace

double processors_allowed(const std::string& control_group) {
    std::ifstream both(control_group + "cpu.max");
    std::ifstream time(control_group + "cpu.cfs_quota_us");
    std::ifstream period(control_group + "cpu.cfs_period_us");
    return std::min(share(both, both), share(time, period));
}

std::uint32_t available_processors() {
    double least = std::max(1u, std::thread::hardware_concurrency());
    for (const std::string& group : control_groups("cpu"))
        least = std::min(least, processors_allowed(group));
    return static_cast<std::uint32_t>(std::ceil(least));
}

}  // namespace outrider
