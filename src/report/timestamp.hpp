#pragma once

#include "outrider/model/time.hpp"

#include <string>

namespace outrider {

/// RFC 3339 in UTC to the millisecond: "2025-12-02T08:14:00.120Z".
std::string rfc3339(WallTime time);

}  // namespace outrider
