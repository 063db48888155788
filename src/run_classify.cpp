#include "commands.hpp"
#include "outrider/classify/saved_response.hpp"
#include "outrider/cli/lay_options.hpp"
#include "outrider/cli/log.hpp"
#include "outrider/cli/read_file.hpp"
#include "outrider/model/mask.hpp"
#include "outrider/output/output.hpp"

#include <unistd.h>

#include <chrono>
#include <utility>

namespace outrider {
namespace {

constexpr std::size_t max_saved_bytes = 64 * 1024 * 1024;
// It has no deadline, and its reader may be a person with a pager.
constexpr Clock::time_point whenever = Clock::time_point::max();

SavedOptions options_of(const Settings& settings, std::vector<Signature> signatures) {
    SavedOptions options;
    options.via_proxy = settings.via_proxy;
    options.request = settings.request;
    options.max_body = settings.max_body;
    options.signatures = std::move(signatures);
    return options;
}

}  // namespace

ExitCode run_classify(const CommandLine& command_line) {
    Laid laid = lay_options(command_line, {});
    if (!laid.errors.empty()) return refuse({ExitCode::usage, laid.errors});
    const std::vector<std::string> unreadable = open_files(laid, whenever);
    if (!unreadable.empty()) return refuse({ExitCode::unreadable, unreadable});
    auto signatures = read_signatures(laid.settings);
    if (const auto* failure = std::get_if<InputFailure>(&signatures)) return refuse(*failure);

    const SavedClassifier classifier(
        options_of(laid.settings, std::get<std::vector<Signature>>(std::move(signatures))));
    Log log(STDERR_FILENO, false, wants_colour(STDERR_FILENO));
    ExitCode code = ExitCode::healthy;
    for (const std::string& file : command_line.operands) {
        const auto content = read_file(file, max_saved_bytes, whenever);
        if (const auto* failed = std::get_if<Unreadable>(&content)) {
            log.error(mask_given(file) + ": cannot be read: " + failed->reason);
            code = ExitCode::unreadable;
            continue;
        }
        const auto now = std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
        const ProbeResult result = classifier.judge(std::get<std::string>(content), now);
        if (const WriteError error = write_stdout(saved_line(file, result), whenever)) {
            log.error("standard output: " + *error);
            return ExitCode::unwritten;
        }
    }
    return code;
}

}  // namespace outrider
