#include "outrider/probe/capacity.hpp"

#include "probe/memory.hpp"
#include "probe/processors.hpp"

#include <sys/resource.h>

#include <algorithm>

namespace outrider {
namespace {

// Standard streams, the loop's own descriptors, the resolver's sockets, report files.
constexpr std::uint64_t kept_back = 32;
// What one probe in flight is taken to need, with the kernel's part of it and room to spare.
constexpr std::uint64_t plain_bytes = 16 * 1024;
constexpr std::uint64_t tls_bytes = 80 * 1024;
// A thread and its loop cost about as much as a few handshakes; beyond the most, drawing pairs would be felt.
constexpr std::uint64_t pairs_worth_a_thread = 64;
constexpr std::uint64_t most_threads = 16;

std::uint64_t room_for_descriptors(std::uint64_t descriptors) {
    return descriptors > 2 * kept_back ? descriptors - kept_back : descriptors / 2;
}

}  // namespace

Capacity capacity(const Settings& settings, std::uint64_t pairs, bool tls, const MachineLimits& limits) {
    const std::uint64_t descriptors = room_for_descriptors(limits.descriptors);
    // Half: the results, the report and others on this machine need some, too.
    const std::uint64_t memory = limits.memory_bytes / 2 / (tls ? tls_bytes : plain_bytes);
    const std::uint64_t room = std::max<std::uint64_t>(1, std::min(descriptors, memory));
    const std::uint64_t planned = std::max<std::uint64_t>(1, pairs);
    const std::uint64_t wanted =
        settings.concurrency ? std::min<std::uint64_t>(*settings.concurrency, planned) : planned;
    Capacity result;
    result.concurrency = static_cast<std::uint32_t>(std::min(wanted, room));
    if (tls) {
        const std::uint64_t useful =
            std::min<std::uint64_t>(result.concurrency, pairs / pairs_worth_a_thread);
        const std::uint64_t threads = std::min({useful, std::uint64_t{limits.processors}, most_threads});
        result.threads = static_cast<std::uint32_t>(std::max<std::uint64_t>(1, threads));
    }
    if (settings.concurrency && wanted > room) {
        result.warning = "--concurrency " + std::to_string(*settings.concurrency) + " lowered to " +
                         std::to_string(room) + ": this process may have ";
        result.warning += descriptors <= memory
                              ? std::to_string(limits.descriptors) + " file descriptors (ulimit -n)"
                              : std::to_string(limits.memory_bytes >> 20) + " MiB of memory";
    }
    return result;
}

MachineLimits claim_limits() {
    MachineLimits limits{1024, available_memory(), available_processors()};
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return limits;
    const rlimit raised{files.rlim_max, files.rlim_max};
    const bool is_raised = files.rlim_cur < files.rlim_max && setrlimit(RLIMIT_NOFILE, &raised) == 0;
    limits.descriptors = is_raised ? files.rlim_max : files.rlim_cur;
    return limits;
}

}  // namespace outrider
