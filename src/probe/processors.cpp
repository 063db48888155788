#include "probe/processors.hpp"

#include "probe/control_groups.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <thread>

namespace outrider {
namespace {

constexpr double no_limit = 1e9;

/// The first number of the first file over the next one, there or in the second file; "max", a negative one
/// and what cannot be read are no limit.
double quota(const std::string& quota_file, const std::string& period_file) {
    std::ifstream file(quota_file);
    double time = 0;
    double period = 0;
    if (!(file >> time) || time <= 0) return no_limit;
    if (period_file.empty()) {
        file >> period;
    } else {
        std::ifstream(period_file) >> period;
    }
    return period > 0 ? time / period : no_limit;
}

}  // namespace

std::uint32_t available_processors() {
    double least = std::max(1u, std::thread::hardware_concurrency());
    for (const std::string& folder : control_groups("cpu")) {
        least = std::min(least, quota(folder + "cpu.max", ""));
        least = std::min(least, quota(folder + "cpu.cfs_quota_us", folder + "cpu.cfs_period_us"));
    }
    const auto whole = static_cast<std::uint32_t>(least);
    return whole < least ? whole + 1 : std::max(1u, whole);
}

}  // namespace outrider
