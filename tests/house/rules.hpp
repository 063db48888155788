#pragma once

#include "house/source.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace outrider::house {

/// What is wrong, each with its place.
using Complaints = std::vector<std::string>;

/// One rule that a file can break by itself.
struct Rule {
    std::string_view name;
    std::function<Complaints(const Source&)> check;
};

const std::vector<Rule>& rules();

/// GCC 12.2 silently miscompiles coroutines in which a co_await stands inside braces, `?:` or a condition,
/// shares its statement with another one, or is given an argument made in place.
Complaints check_coroutines(const Source& source);

/// Every source of a pure room has its test beside the others of that room.
Complaints check_tests_mirror_sources(const std::vector<Source>& sources);

}  // namespace outrider::house
