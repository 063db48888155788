#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// The folders of the control groups that can limit what `controller` controls ("cpu", "memory") of a
/// process: of each hierarchy (v2, and v1 of that controller) its own group and every one above it. `listing`
/// is what /proc/PID/cgroup says.
std::vector<std::string> control_groups(std::istream& listing, std::string_view controller);
/// Those of this process.
std::vector<std::string> control_groups(std::string_view controller);

}  // namespace outrider
