#pragma once

#include <array>
#include <string_view>

namespace outrider {

/// What a target may say of its own, under the names of the options.
inline constexpr std::array<std::string_view, 6> target_options{
    "method", "body", "expect-status", "expect-body", "max-redirects", "insecure"};

}  // namespace outrider
