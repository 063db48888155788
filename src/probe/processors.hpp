#pragma once

#include <cstdint>
#include <string>

namespace outrider {

/// How many processors' time a control group allows, by its folder, which ends with a slash: cpu.max of v2,
/// cpu.cfs_quota_us of v1. Very many where it sets no limit.
double processors_allowed(const std::string& control_group);

/// How many processors this process can keep busy: those that it may run on, less where its control groups
/// allow less, rounded up. At least 1.
std::uint32_t available_processors();

}  // namespace outrider
