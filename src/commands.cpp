#include "commands.hpp"

#include "outrider/cli/log.hpp"
#include "outrider/model/mask.hpp"
#include "outrider/output/output.hpp"
#include "outrider/report/read_report.hpp"

#include <unistd.h>

#include <chrono>
#include <utility>

namespace outrider {

ExitCode show(const Printout& printout) {
    if (printout.code == ExitCode::healthy) {
        const WriteError error = write_stdout(printout.text, Clock::now() + std::chrono::seconds(10));
        return error ? ExitCode::unwritten : ExitCode::healthy;
    }
    Log log(STDERR_FILENO, false, wants_colour(STDERR_FILENO));
    log.error(printout.text);
    return printout.code;
}

ExitCode refuse(const InputFailure& failure) {
    expect_exit(static_cast<int>(failure.code));
    Log log(STDERR_FILENO, false, wants_colour(STDERR_FILENO));
    log.errors(failure.messages);
    return failure.code;
}

std::variant<std::vector<Signature>, InputFailure> read_signatures(const Settings& settings) {
    if (!settings.signatures_file) return std::vector<Signature>();
    ParsedSignatures parsed = parse_signatures(settings.signatures);
    if (parsed.errors.empty()) return std::move(parsed.signatures);
    InputFailure failure{ExitCode::usage, std::move(parsed.errors)};
    for (std::string& error : failure.messages)
        error = mask_given(*settings.signatures_file) + ": " + error;
    return failure;
}

std::variant<std::optional<Baseline>, InputFailure> take_baseline(Settings& settings) {
    if (!settings.baseline_file) return std::nullopt;
    auto baseline = read_baseline(std::exchange(settings.baseline, {}), settings.serializer);
    if (auto* read = std::get_if<Baseline>(&baseline)) return std::move(*read);
    return InputFailure{ExitCode::no_input,
                        {mask_given(*settings.baseline_file) +
                         ": it is no report to compare with: " + std::get<NoReport>(baseline).reason}};
}

}  // namespace outrider
