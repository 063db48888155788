#pragma once

#include "lab/http.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace outrider::lab {

/// So many requests in a window.
struct QuotaPolicy {
    std::uint64_t requests = 5;
    std::chrono::seconds window{60};

    /// `5/60s`, `10/s`. Throws std::invalid_argument.
    static QuotaPolicy parse(std::string_view text);
};

/// A token bucket for each source address.
class Quota {
public:
    using Clock = std::chrono::steady_clock;

    explicit Quota(QuotaPolicy policy) : policy_(policy) {}
    /// Takes a token: 200, or 429 with `Retry-After`, both with the fields of `style`: `ietf` (RateLimit and
    /// RateLimit-Policy, as the working group has them), `ietf-06` (three RateLimit-* fields), `x`
    /// (X-RateLimit-*), `all`, `none`.
    Reply take(const std::string& source, std::string_view style, Clock::time_point now);

private:
    struct Bucket {
        double tokens;
        Clock::time_point filled;
    };
    double refill(Bucket& bucket, Clock::time_point now) const;
    /// Whole seconds until the bucket holds that many tokens.
    std::uint64_t seconds_until(double tokens, double has) const;

    QuotaPolicy policy_;
    std::unordered_map<std::string, Bucket> buckets_;
};

}  // namespace outrider::lab
