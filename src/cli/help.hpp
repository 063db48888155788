#pragma once

#include <string>

namespace outrider {

/// What --help prints: examples, every option of the table by group, exit codes; at most 100 columns.
std::string help_text();

}  // namespace outrider
