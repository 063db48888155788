#pragma once

#include "lab/origin.hpp"

#include <span>
#include <string_view>

namespace outrider::lab {

/// A path of the origin, and what answers there.
struct Page {
    std::string_view path;  ///< ends in `/` where something must follow
    Reply (*answer)(const Visit& visit);
};

/// The paths that httpbin has, or would have.
std::span<const Page> pages();

}  // namespace outrider::lab
