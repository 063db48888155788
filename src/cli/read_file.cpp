#include "outrider/cli/read_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace outrider {
namespace {

Unreadable unreadable(int error) {
    return {std::generic_category().message(error)};
}

class InputFile {
public:
    // Not to wait for the writer of a FIFO inside open().
    explicit InputFile(const std::string& path)
        : is_stdin_(path == "-"),
          fd_(is_stdin_ ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
    ~InputFile() {
        if (fd_ >= 0 && !is_stdin_) ::close(fd_);
    }
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    int fd() const { return fd_; }

    /// How large a regular file is; of others 0.
    std::size_t size() const {
        struct stat status {};
        if (::fstat(fd_, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
        return static_cast<std::size_t>(status.st_size);
    }

    /// Whether something, be it the end, can be read before `until`.
    bool wait(Clock::time_point until) const {
        while (true) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
            if (left <= 0) return false;
            pollfd waiting{fd_, POLLIN, 0};
            const int ready = ::poll(&waiting, 1, static_cast<int>(std::min<std::int64_t>(left, 60'000)));
            if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
        }
    }

private:
    bool is_stdin_;
    int fd_;
};

}  // namespace

std::variant<std::string, Unreadable> read_file(const std::string& path, std::size_t limit,
                                                Clock::time_point until) {
    const InputFile file(path);
    if (file.fd() < 0) return unreadable(errno);
    std::string content;
    // A large file would be copied again and again as its text grows. Parsers like some room behind it.
    constexpr std::size_t padding = 64;
    content.reserve(std::min(file.size(), limit) + padding);
    std::array<char, 64 * 1024> piece;
    while (true) {
        if (!file.wait(until)) return Unreadable{"its end did not come in time"};
        const ssize_t size = ::read(file.fd(), piece.data(), piece.size());
        if (size == 0) return content;
        if (size < 0 && errno != EINTR && errno != EAGAIN) return unreadable(errno);
        if (size < 0) continue;
        if (static_cast<std::size_t>(size) > limit - content.size()) {
            return Unreadable{"it is larger than " + std::to_string(limit) + " bytes"};
        }
        content.append(piece.data(), static_cast<std::size_t>(size));
    }
}

}  // namespace outrider
