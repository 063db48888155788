#pragma once

#include "outrider/cli/options.hpp"
#include "outrider/model/exit_code.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace outrider {

/// What command line and environment ask for, values not yet checked.
struct CommandLine {
    Command command = Command::probe;
    std::vector<std::string>
        operands;  ///< targets; of classify, files; of merge, reports; of schema, a document
    OptionValues arguments;
    OptionValues environment;

    /// The file of --plan or OUTRIDER_PLAN; "-" is stdin.
    std::optional<std::string> plan_file() const;
};

/// What there is a schema of.
enum class Document { report, plan };
/// The one of that name.
std::optional<Document> parse_document(std::string_view word);

/// Text in place of a run: help or version (healthy), as it is for stdout, or in one line all that is wrong
/// with the arguments (usage), for the log.
struct Printout {
    std::string text;
    ExitCode code = ExitCode::healthy;
};

/// Reads the arguments, and of `environment` (as `environ`: NAME=value, ending with a null pointer; or null)
/// the options' variables. Errors never echo values.
std::variant<CommandLine, Printout> parse_command_line(int argc, const char* const* argv,
                                                       const char* const* environment);

}  // namespace outrider
