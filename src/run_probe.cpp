#include "commands.hpp"
#include "conclude.hpp"
#include "outrider/classify/classify.hpp"
#include "outrider/model/mask.hpp"
#include "outrider/net/tls_files.hpp"
#include "outrider/output/output.hpp"
#include "outrider/probe/large_pages.hpp"
#include "outrider/probe/signals.hpp"
#include "outrider/probe/window.hpp"
#include "process.hpp"

#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace outrider {
namespace {

// What some ten thousand probes take.
constexpr std::size_t usual_memory = 64 * 1024 * 1024;

/// What the settings ask for and this build or machine cannot do, found before anything is sent.
std::optional<InputFailure> unusable(const Settings& settings) {
    if (auto failure = check_serializer(settings)) return failure;
    if (auto wrong = check_tls_files(settings)) return InputFailure{ExitCode::usage, {std::move(*wrong)}};
    return std::nullopt;
}

/// The baseline is an input: it is read by half the deadline, like the others.
std::variant<std::optional<Baseline>, InputFailure> take_baseline_in_time(Settings& settings,
                                                                          Clock::time_point started) {
    auto baseline = take_baseline(settings);
    if (!settings.baseline_file || Clock::now() <= started + settings.deadline / 2) return baseline;
    return InputFailure{ExitCode::unreadable,
                        {mask_given(*settings.baseline_file) +
                         ": it is too long to be read within half the deadline: --deadline gives more"}};
}

/// Refuses without showing what `${NAME}` brought into the names of files.
int refuse_unseen(InputFailure failure, const Plan& plan) {
    const Scrubber hidden = hidden_scrubber(plan.substituted);
    for (std::string& message : failure.messages)
        message = hidden.scrub(message);
    return static_cast<int>(refuse(failure));
}

/// What --proxies-out asks for.
std::optional<Secret> usable_proxies(const DiagnosticReport& report, const Plan& plan) {
    if (!plan.settings.proxies_out) return std::nullopt;
    std::vector<bool> is_usable;
    for (const ProxyTotals& proxy : report.totals.proxies)
        is_usable.push_back(proxy.verdict == Verdict::usable);
    return proxy_list(plan, is_usable);
}

/// Writes the reports and returns the exit code of the process.
int conclude_in_time(const DiagnosticReport& report, const Plan& plan, Console& console) {
    expect_exit(static_cast<int>(ExitCode::unwritten), "the deadline came before the report was written");
    if (first_signal() != Interrupt::none) expect_exit(exit_code_of(first_signal()));
    const ExitCode code = conclude(report, plan.settings, hidden_scrubber(plan.substituted), console,
                                   hard_end() - exit_allowance / 2, usable_proxies(report, plan));
    const int signal = exit_code_of(first_signal());
    return signal != 0 ? signal : static_cast<int>(code);
}

}  // namespace

int run_probe(const CommandLine& command_line, const Environment& environment, Clock::time_point started) {
    use_large_pages(usual_memory);
    // Whatever keeps an input from being read in time is a fault of that input.
    expect_exit(static_cast<int>(ExitCode::unreadable),
                "the deadline came before the inputs were read: --deadline gives more time");
    auto& planned = kept(make_plan(command_line, environment, started,
                                   [&](Micros deadline) { guard_deadline(started, deadline); }));
    if (const auto* failure = std::get_if<InputFailure>(&planned)) return static_cast<int>(refuse(*failure));
    Plan& plan = std::get<Plan>(planned);
    if (const auto failure = unusable(plan.settings)) return refuse_unseen(*failure, plan);
    auto signatures = read_signatures(plan.settings);
    if (const auto* failure = std::get_if<InputFailure>(&signatures)) return refuse_unseen(*failure, plan);
    const auto baseline = take_baseline_in_time(plan.settings, started);
    if (const auto* failure = std::get_if<InputFailure>(&baseline)) return refuse_unseen(*failure, plan);

    guard_deadline(started, plan.settings.deadline, plan.pairs.size());
    expect_exit(static_cast<int>(ExitCode::internal),
                "the deadline came before the report was made: fewer probes (--sample) or a longer "
                "--deadline would do");
    Console console(plan.settings);
    console.show_inputs(plan);
    const Classifier classifier(plan, std::get<std::vector<Signature>>(std::move(signatures)));
    const Judge judge = [&](const Pair& pair, std::uint32_t attempt, const Observation& seen) {
        return classifier.judge(plan, pair, attempt, seen);
    };
    RunRecord record = probe_all(plan, started, judge, console.listener());
    settle_blame(record);
    const auto& report =
        kept(make_report(std::move(record), plan.settings, std::get<std::optional<Baseline>>(baseline)));
    return conclude_in_time(report, plan, console);
}

}  // namespace outrider
