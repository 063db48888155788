#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// The folders of the control groups that hold this process and can limit what `controller` controls ("cpu",
/// "memory"): of each hierarchy (v2, and v1 of that controller) its own group and every one above it.
std::vector<std::string> control_groups(std::string_view controller);

}  // namespace outrider
