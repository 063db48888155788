#include "app.hpp"

#include <unistd.h>

int main(int argc, char** argv) {
    using namespace outrider;
    const auto started = Clock::now();
    guard_process();

    const auto parsed = parse_command_line(argc, argv, environ);
    if (const auto* printout = std::get_if<Printout>(&parsed)) return static_cast<int>(show(*printout));
    const auto planned = make_plan(std::get<CommandLine>(parsed), read_environment(environ), started);
    if (const auto* failure = std::get_if<InputFailure>(&planned)) return static_cast<int>(refuse(*failure));
    const Plan& plan = std::get<Plan>(planned);
    if (const auto failure = unusable(plan.settings)) return static_cast<int>(refuse(*failure));

    guard_deadline(started, plan.settings.deadline);
    Console console(plan.settings);
    console.show_inputs(plan);
    const Classifier classifier(plan);
    const Judge judge = [&](const Pair& pair, std::uint32_t attempt, const Observation& seen) {
        return classifier.judge(plan, pair, attempt, seen);
    };
    RunRecord record = probe_all(plan, started, judge, console.listener());
    settle_blame(record);
    return conclude(make_report(std::move(record), plan.settings), plan.settings, console);
}
