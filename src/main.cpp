#include "commands.hpp"
#include "outrider/model/time.hpp"
#include "process.hpp"

#include <unistd.h>

#include <exception>

namespace outrider {
namespace {

int run(int argc, char** argv, Clock::time_point started) {
    const auto parsed = parse_command_line(argc, argv, environ);
    if (const auto* printout = std::get_if<Printout>(&parsed)) return static_cast<int>(show(*printout));
    const CommandLine& command_line = std::get<CommandLine>(parsed);
    switch (command_line.command) {
        case Command::probe:
            return run_probe(command_line, read_environment(environ), started);
        case Command::classify:
            return static_cast<int>(run_classify(command_line));
        case Command::merge:
            return static_cast<int>(run_merge(command_line));
        case Command::schema:
            return static_cast<int>(run_schema(command_line));
    }
    return static_cast<int>(ExitCode::internal);
}

}  // namespace
}  // namespace outrider

int main(int argc, char** argv) {
    using namespace outrider;
    const auto started = Clock::now();
    guard_process();
    try {
        return run(argc, argv, started);
    } catch (const std::exception& bug) {
        return static_cast<int>(
            refuse({ExitCode::internal, {std::string("a fault of outrider itself: ") + bug.what()}}));
    }
}
