#include "output/descriptor.hpp"

#include <fcntl.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace outrider {
namespace {

constexpr std::size_t piece_bytes = 1024 * 1024;

}  // namespace

Descriptor open_file(const std::string& path, int flags, unsigned mode) {
    int number = -1;
    do {
        number = ::open(path.c_str(), flags | O_CLOEXEC | O_NOCTTY, mode);
    } while (number < 0 && errno == EINTR);
    return Descriptor(number);
}

WriteError write_all(int descriptor, std::string_view bytes, Clock::time_point deadline) {
    while (!bytes.empty()) {
        if (Clock::now() >= deadline) {
            return too_late();
        }
        const ssize_t written = ::write(descriptor, bytes.data(), std::min(bytes.size(), piece_bytes));
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {  // whoever gave it to us made it non-blocking
            pollfd waited{descriptor, POLLOUT, 0};
            ::poll(&waited, 1, -1);
        } else if (errno != EINTR) {
            return system_error(errno);
        }
    }
    return std::nullopt;
}

WriteError system_error(int number) {
    return std::generic_category().message(number);
}

WriteError too_late() {
    return "not taken by the deadline";
}

}  // namespace outrider
