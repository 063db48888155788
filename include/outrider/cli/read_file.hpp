#pragma once

#include "outrider/model/time.hpp"

#include <cstddef>
#include <string>
#include <variant>

namespace outrider {

/// Why a file could not be read: "No such file or directory".
struct Unreadable {
    std::string reason;
};

/// The whole of a file, FIFO or, for "-", stdin. A writer that is slow, or never comes, is given up at
/// `until`; more than `limit` bytes are refused.
std::variant<std::string, Unreadable> read_file(const std::string& path, std::size_t limit,
                                                Clock::time_point until);

}  // namespace outrider
