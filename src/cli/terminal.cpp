#include "terminal.hpp"

#include <climits>

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace outrider {

bool is_terminal(int fd) {
    const char* kind = std::getenv("TERM");
    return ::isatty(fd) == 1 && !(kind != nullptr && std::string_view(kind) == "dumb");
}

bool write_patiently(int fd, std::string_view text, int patience_ms) {
    while (!text.empty()) {
        pollfd room{fd, POLLOUT, 0};
        const int ready = ::poll(&room, 1, patience_ms);
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) return false;
        // A pipe that has room takes PIPE_BUF bytes without blocking.
        const ssize_t written = ::write(fd, text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

}  // namespace outrider
