#pragma once

#include "outrider/plan/parsed.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// The users that a user with ranges stands for: "id-{1..200}" is id-1 to id-200, the sessions of a gateway.
/// `user` is as written: `%7B1..200%7D` is no range, and braces without ".." are plain characters. A range is
/// two whole numbers of at most 18 digits that ascend; where either is written with a leading zero, all get
/// as many digits as the longer (as a shell has it: {08..10} is 08, 09, 10). Several ranges stand for each
/// with each, the last one turning fastest. It is an error where these are more than `most`.
Parsed<std::vector<std::string>> expand_sessions(std::string_view user, std::uint64_t most);

}  // namespace outrider
