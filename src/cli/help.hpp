#pragma once

#include "outrider/cli/options.hpp"

#include <string>

namespace outrider {

/// What a command's --help prints: every option of its table by group, exit codes; at most 100 columns.
std::string help_text(Command command = Command::probe);

}  // namespace outrider
