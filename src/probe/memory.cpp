#include "probe/memory.hpp"

#include "probe/control_groups.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

namespace outrider {
namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

/// The number that a file begins with; "max" and what cannot be read is none.
std::optional<std::uint64_t> number_in(const std::string& path) {
    std::ifstream file(path);
    std::uint64_t number = 0;
    return file >> number ? std::optional(number) : std::nullopt;
}

std::uint64_t left_of(std::optional<std::uint64_t> limit, std::optional<std::uint64_t> used) {
    if (!limit) return no_limit;
    return *limit - std::min(*limit, used.value_or(0));
}

std::uint64_t machine_has() {
    std::ifstream file("/proc/meminfo");
    std::string word;
    std::uint64_t kibibytes = 0;
    while (file >> word) {
        if (word == "MemAvailable:" && file >> kibibytes) return kibibytes * 1024;
    }
    return no_limit;
}

std::uint64_t control_groups_leave() {
    std::uint64_t least = no_limit;
    for (const std::string& folder : control_groups("memory")) {
        least =
            std::min(least, left_of(number_in(folder + "memory.max"), number_in(folder + "memory.current")));
        least = std::min(least, left_of(number_in(folder + "memory.limit_in_bytes"),
                                        number_in(folder + "memory.usage_in_bytes")));
    }
    return least;
}

std::uint64_t address_space_leaves() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return no_limit;
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    return left_of(limit.rlim_cur, number_in("/proc/self/statm").value_or(0) * page);
}

}  // namespace

std::uint64_t available_memory() {
    return std::min({machine_has(), control_groups_leave(), address_space_leaves()});
}

}  // namespace outrider
