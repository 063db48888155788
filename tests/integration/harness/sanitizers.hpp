#pragma once

#include <chrono>

namespace integration {

// A deadline is a promise of the program as shipped. What GCC's sanitizers add to it:

/// To start a process and to end it.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr std::chrono::milliseconds sanitizer_start{500};
#else
inline constexpr std::chrono::milliseconds sanitizer_start{0};
#endif

/// So many times less can be asked of one second.
#if defined(__SANITIZE_THREAD__)
inline constexpr int sanitizer_slowness = 10;
#else
inline constexpr int sanitizer_slowness = 1;
#endif

}  // namespace integration
