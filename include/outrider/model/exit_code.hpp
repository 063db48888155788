#pragma once

namespace outrider {

/// Exit codes; a signal's is 128 + its number.
enum class ExitCode : int {
    healthy = 0,
    degraded = 1,
    critical = 2,
    usage = 64,       ///< command line, plan, an option's value, the content of a file it names
    no_input = 65,    ///< no usable target, or proxies were given and none is usable
    unreadable = 66,  ///< an input file cannot be opened or read
    internal = 70,    ///< a fault of outrider itself
    unwritten = 74,   ///< a report could not be written whole
};

}  // namespace outrider
