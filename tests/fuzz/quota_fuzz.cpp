#include "classify/quota.hpp"
#include "classify/retry_after.hpp"
#include "classify/saved_head.hpp"

#include <cstdint>
#include <cstdlib>

// Whatever the fields of a head say, no wait is longer than the longest, and a rate can be divided.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace outrider;
    const std::string head = "HTTP/1.1 429\n" + std::string(reinterpret_cast<const char*>(data), size);
    const auto answer = read_saved(head, 0);
    if (!answer) return 0;
    const WallTime now = clock_of(answer->headers, WallTime(std::chrono::hours(500'000)));
    for (const bool refused : {false, true}) {
        const QuotaReading reading = read_quota(answer->headers, now, refused);
        if (reading.wait_s.value_or(0) > longest_wait_s) std::abort();
        if (reading.wait_s && reading.wait_raw.empty()) std::abort();
        if (reading.quota && (reading.quota->requests == 0 || reading.quota->window_s == 0)) std::abort();
    }
    if (read_retry_after(answer->headers, now).wait_s.value_or(0) > longest_wait_s) std::abort();
    return 0;
}
