#pragma once

#include "outrider/cli/command_line.hpp"
#include "outrider/cli/options.hpp"
#include "outrider/model/settings.hpp"
#include "outrider/model/time.hpp"

#include <string>
#include <vector>

namespace outrider {

/// The options of a run after command line, environment and plan have been laid over each other.
struct Laid {
    /// A value that names a file, where it stands.
    struct File {
        const OptionSpec* spec;
        std::string place;
    };

    Settings settings;
    OptionValues effective;           ///< the values that count, as they were given
    std::vector<std::string> errors;  ///< "place: what is wrong, what would be right"; exit code 64
    std::vector<File> files;          ///< for open_files
};

/// Command line beats environment beats plan. Repeatable values add up in that order; headers replace each
/// other by name between sources. Every value is checked, also one that is beaten, and every fault listed.
Laid lay_options(const CommandLine& command_line, const OptionValues& plan);

/// Reads into the settings what stands in files of its own: the body, signatures, certificates and keys.
/// Returns what cannot be read (exit code 66). For a `laid` without errors; reading ends at `until`.
std::vector<std::string> open_files(Laid& laid, Clock::time_point until);

}  // namespace outrider
