#pragma once

#include "outrider/model/exit_code.hpp"
#include "outrider/model/time.hpp"

#include <optional>
#include <string>

namespace outrider {

/// Why bytes could not be written whole, for people; nullopt: they were.
using WriteError = std::optional<std::string>;

/// To be called before anything is opened. A broken pipe or a file over `ulimit -f` becomes an error of the
/// write; a standard stream that the parent has closed is held by a descriptor that refuses use, so that no
/// socket takes its number.
void prepare_streams();

/// Writes all of `bytes` to standard output, at most until `deadline`, whatever the reader does.
WriteError write_stdout(std::string bytes, Clock::time_point deadline);

/// Who may read a file that is written.
enum class Readers {
    usual,  ///< as umask has it; of a file that was there, its owner and mode stay
    owner,  ///< this user alone, from the start (mode 0600), whatever was there
};

/// Writes a file: through a temporary file and a rename where that can be done, else in place (contract,
/// section 2, Output). FIFOs and devices are waited for until `deadline`, like standard output. Where it
/// fails, a regular file that was there before is untouched, but for one that had to be written in place. A
/// regular file that others could read after all fails before it is written, where `readers` is `owner`;
/// FIFOs, devices and standard streams are as they were given.
WriteError write_file(const std::string& path, std::string bytes, Clock::time_point deadline,
                      Readers readers = Readers::usual);

/// Adds `bytes` to the end of a file, which is made where it is not there. All else as `write_file`.
WriteError append_file(const std::string& path, std::string bytes, Clock::time_point deadline);

/// The last line of defence: the process exits at `at`, whatever it is doing then, with the code that
/// `expect_exit` named last (70 at first), and its `why` as an error on stderr where that can be written at
/// once. Takes SIGALRM.
void arm_hard_end(Clock::time_point at);
/// `why`: one line without its end, a literal; nullptr: what there is to say has been said.
void expect_exit(int code, const char* why = nullptr);

}  // namespace outrider
