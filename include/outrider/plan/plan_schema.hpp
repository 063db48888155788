#pragma once

#include <string>

namespace outrider {

/// The JSON Schema (draft 2020-12) of the plan file, indented, with a final newline: every option under its
/// key, in its type, words and range as the options' table has them. A string with `${NAME}` in it fits
/// wherever the reader would look at what the environment gives.
std::string plan_schema();

}  // namespace outrider
