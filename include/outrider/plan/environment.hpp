#pragma once

#include <map>
#include <string>
#include <string_view>

namespace outrider {

using Environment = std::map<std::string, std::string, std::less<>>;

/// `block` as the process has it: NAME=value, ending with a null pointer; or null. Of a name that stands
/// twice the first counts, as getenv has it.
Environment read_environment(const char* const* block);

/// The value of a variable, or nullptr where it is unset or empty.
const std::string* find_variable(const Environment& environment, std::string_view name);

}  // namespace outrider
