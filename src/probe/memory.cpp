#include "probe/memory.hpp"

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

/// Every group from this process's own up to the root can limit it.
std::uint64_t groups_leave(const std::string& root, std::string path, const char* limit, const char* used) {
    std::uint64_t least = no_limit;
    while (true) {
        const std::string folder = root + path + '/';
        least = std::min(least, left_of(number_in(folder + limit), number_in(folder + used)));
        if (path.empty()) return least;
        path.resize(path.rfind('/') == std::string::npos ? 0 : path.rfind('/'));
    }
}

// Lines of "id:controllers:path"; v2 names no controllers.
std::uint64_t control_groups_leave() {
    std::ifstream file("/proc/self/cgroup");
    std::uint64_t least = no_limit;
    for (std::string line; std::getline(file, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        std::string path = line.substr(second + 1);
        if (path == "/") path.clear();
        if (controllers.empty()) {
            least = std::min(least, groups_leave("/sys/fs/cgroup", path, "memory.max", "memory.current"));
        } else if (controllers == "memory") {
            least = std::min(least, groups_leave("/sys/fs/cgroup/memory", path, "memory.limit_in_bytes",
                                                 "memory.usage_in_bytes"));
        }
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
