#pragma once

#include "outrider/model/exit_code.hpp"
#include "outrider/model/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace outrider {

/// Why bytes could not be written, for people; empty: they were written whole.
using WriteError = std::optional<std::string>;

/// Writes all of `bytes` to standard output, at most until `deadline`, whatever the reader does.
WriteError write_stdout(std::string_view bytes, Clock::time_point deadline);

/// Writes a file: through a temporary file and a rename where that can be done, else in place
/// (contract, section 2, Output).
WriteError write_file(const std::string& path, std::string_view bytes, Clock::time_point deadline);

/// The last line of defence: the process exits at `at`, whatever it is doing then, with the code that
/// `expect_exit` named last (70 at first).
void arm_hard_end(Clock::time_point at);
void expect_exit(int code);

}  // namespace outrider
