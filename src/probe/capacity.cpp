#include "outrider/probe/capacity.hpp"

#include <sys/resource.h>

#include <algorithm>

namespace outrider {
namespace {

constexpr std::uint64_t automatic = 1000;
// Standard streams, the loop's own descriptors, the resolver's sockets, report files.
constexpr std::uint64_t kept_back = 32;

}  // namespace

Capacity capacity(const Settings& settings, std::uint64_t pairs, std::uint64_t descriptors) {
    const std::uint64_t room =
        descriptors > 2 * kept_back ? descriptors - kept_back : std::max<std::uint64_t>(descriptors / 2, 1);
    const std::uint64_t asked = settings.concurrency.value_or(static_cast<std::uint32_t>(automatic));
    const std::uint64_t wanted = std::min(asked, std::max<std::uint64_t>(pairs, 1));
    Capacity result;
    result.concurrency = static_cast<std::uint32_t>(std::min(wanted, room));
    if (settings.concurrency && wanted > room) {
        result.warning = "--concurrency " + std::to_string(asked) + " lowered to " + std::to_string(room) +
                         ": this process may hold " + std::to_string(descriptors) +
                         " file descriptors (ulimit -n)";
    }
    return result;
}

std::uint64_t raise_descriptor_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
    const rlimit raised{limit.rlim_max, limit.rlim_max};
    if (limit.rlim_cur < limit.rlim_max && setrlimit(RLIMIT_NOFILE, &raised) == 0) return limit.rlim_max;
    return limit.rlim_cur;
}

}  // namespace outrider
