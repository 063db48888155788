#pragma once

#include <string_view>

namespace outrider {

inline constexpr std::string_view version = OUTRIDER_VERSION;

}  // namespace outrider
