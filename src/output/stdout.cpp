#include "output/bounded.hpp"
#include "output/descriptor.hpp"
#include "outrider/output/output.hpp"

#include <fcntl.h>

#include <csignal>
#include <tuple>
#include <utility>

namespace outrider {

void prepare_streams() {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) < 0) {
            // open() takes the lowest free number: this one. The wrong direction makes each use an error.
            std::ignore = ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

WriteError write_stdout(std::string bytes, Clock::time_point deadline) {
    return bounded([bytes = std::move(bytes), deadline] { return write_all(STDOUT_FILENO, bytes, deadline); },
                   deadline);
}

}  // namespace outrider
