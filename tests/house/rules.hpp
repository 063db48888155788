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

/// Every public header of a pure room that has a source of its own is included by a test of that room.
Complaints check_headers_are_tested(const std::vector<Source>& sources);

}  // namespace outrider::house
