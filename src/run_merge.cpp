#include "commands.hpp"
#include "conclude.hpp"
#include "outrider/classify/classify.hpp"
#include "outrider/cli/lay_options.hpp"
#include "outrider/cli/read_file.hpp"
#include "outrider/model/mask.hpp"
#include "outrider/probe/large_pages.hpp"
#include "outrider/report/merge.hpp"
#include "outrider/report/read_report.hpp"
#include "process.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace outrider {
namespace {

// What simdjson can index: a report of six million results.
constexpr std::size_t max_report_bytes = 0xFFFF'0000;
// It has no deadline, and what writes its reports or reads its own may take its time.
constexpr Clock::time_point whenever = Clock::time_point::max();

/// What their results take in memory, roughly; of a pipe nothing is known.
std::size_t memory_for(const std::vector<std::string>& reports) {
    std::size_t bytes = 0;
    for (const std::string& report : reports) {
        std::error_code unknown;
        const auto size = std::filesystem::file_size(report, unknown);
        if (!unknown) bytes += std::min<std::size_t>(size, max_report_bytes);
    }
    return 2 * bytes;
}

/// Reads one report after the other, so that no more than one is in memory as text.
class Reader {
public:
    Reader(const Settings& settings, std::size_t reports) : settings_(settings), merge_(reports) {}

    void read(const std::string& file) {
        auto content = read_file(file, max_report_bytes, whenever);
        if (const auto* failed = std::get_if<Unreadable>(&content)) {
            return fail(file, "cannot be read: " + failed->reason, ExitCode::unreadable);
        }
        auto run = read_report(std::get<std::string>(std::move(content)), settings_.serializer);
        if (const auto* wrong = std::get_if<NoReport>(&run)) return fail(file, wrong->reason);
        const auto misfit = merge_.add(std::get<RunRecord>(std::move(run)), mask_given(file));
        if (misfit) fail(file, *misfit);
    }

    std::variant<Merge::Merged, InputFailure> finish() {
        if (!failure_.messages.empty()) return std::move(failure_);
        auto merged = merge_.finish(settings_.allow_missing);
        if (auto* reason = std::get_if<std::string>(&merged)) {
            return InputFailure{ExitCode::no_input, {std::move(*reason)}};
        }
        return std::get<Merge::Merged>(std::move(merged));
    }

private:
    void fail(const std::string& file, const std::string& reason, ExitCode code = ExitCode::no_input) {
        failure_.messages.push_back(mask_given(file) + ": " + reason);
        if (code == ExitCode::unreadable) failure_.code = code;
    }

    const Settings& settings_;
    Merge merge_;
    InputFailure failure_{ExitCode::no_input, {}};
};

std::variant<Merge::Merged, InputFailure> merge_reports(const CommandLine& command_line,
                                                        const Settings& settings) {
    use_large_pages(memory_for(command_line.operands));
    Reader reader(settings, command_line.operands.size());
    for (const std::string& file : command_line.operands)
        reader.read(file);
    return reader.finish();
}

}  // namespace

ExitCode run_merge(const CommandLine& command_line) {
    Laid laid = lay_options(command_line, {});
    if (!laid.errors.empty()) return refuse({ExitCode::usage, laid.errors});
    Settings& settings = laid.settings;
    if (const auto failure = check_serializer(settings)) return refuse(*failure);
    const std::vector<std::string> unreadable = open_files(laid, whenever);
    if (!unreadable.empty()) return refuse({ExitCode::unreadable, unreadable});
    const auto baseline = take_baseline(settings);
    if (const auto* failure = std::get_if<InputFailure>(&baseline)) return refuse(*failure);
    auto merged = merge_reports(command_line, settings);
    if (const auto* failure = std::get_if<InputFailure>(&merged)) return refuse(*failure);

    auto [run, warning] = std::get<Merge::Merged>(std::move(merged));
    Console console(settings);
    if (!warning.empty()) console.log().warning(warning);
    if (!settings.name.empty()) run.name = settings.name;
    settle_blame(run);
    const Listener listener = console.listener();
    if (listener.finished) std::for_each(run.results.begin(), run.results.end(), listener.finished);
    const auto& report =
        kept(make_report(std::move(run), settings, std::get<std::optional<Baseline>>(baseline)));
    return conclude(report, settings, Scrubber(), console, whenever);
}

}  // namespace outrider
