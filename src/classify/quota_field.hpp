#pragma once

#include "classify/reset.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace outrider {

/// What the name of a field tells: X-RateLimit-Remaining-Requests is the rest of the bucket "requests".
struct QuotaField {
    enum class Role {
        none,     ///< no quota field, or one that says nothing here
        members,  ///< RateLimit itself: a list or dictionary
        policy,
        limit,
        remaining,
        reset,
        retry_after,  ///< seconds or milliseconds to wait, under another name than Retry-After
    };

    Role role = Role::none;
    std::string bucket;
    ResetUnit unit = ResetUnit::unknown;

    /// Seconds of the window that the bucket is named after: "minute", "requests-day".
    std::optional<std::uint64_t> window_s() const;
    /// False for tokens, bytes and the like.
    bool counts_requests() const;
};

/// `name` in lower case.
QuotaField parse_quota_field(std::string_view name);

}  // namespace outrider
