#pragma once

#include "outrider/model/probe_result.hpp"

#include <cstdint>
#include <limits>
#include <tuple>

namespace outrider {

/// The place of a result in the order of reports: by target, proxy, attempt. Direct ones come last, as a
/// control does.
inline auto rank(const ProbeResult& result) {
    constexpr std::uint32_t last = std::numeric_limits<std::uint32_t>::max();
    return std::tuple(result.target, result.proxy.value_or(last), result.attempt);
}

}  // namespace outrider
