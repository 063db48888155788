#include "outrider/cli/progress.hpp"

#include "outrider/cli/log.hpp"
#include "terminal.hpp"

#include <sys/ioctl.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace outrider {
namespace {

constexpr std::string_view erase_line = "\r\x1b[K";

std::string coloured(const std::string& text, std::string_view code, bool colour) {
    return colour ? std::string(code) + text + "\x1b[0m" : text;
}

std::size_t columns_of(int fd) {
    winsize size{};
    return ::ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace

std::string format_progress(const ProgressNumbers& numbers, std::size_t width, bool colour) {
    const std::uint64_t failed = numbers.done - std::min(numbers.ok, numbers.done);
    const std::string done = std::to_string(numbers.done) + '/' + std::to_string(numbers.planned) + " done, ";
    const std::string ok = std::to_string(numbers.ok) + " ok";
    const std::string bad = std::to_string(failed) + " failed";
    const std::int64_t tenths = std::max<std::int64_t>(numbers.left.count(), 0) / 100'000;
    const std::string left =
        ", " + std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) + " s left";

    const std::string plain = done + ok + ", " + bad + left;
    if (width != 0 && plain.size() > width) return plain.substr(0, width);
    return done + coloured(ok, "\x1b[32m", colour) + ", " + coloured(bad, "\x1b[31m", colour && failed > 0) +
           left;
}

ProgressLine::ProgressLine(int fd, bool quiet)
    : fd_(fd), enabled_(!quiet && is_terminal(fd)), colour_(wants_colour(fd)) {}

void ProgressLine::show(const ProgressNumbers& numbers) {
    if (!enabled_) return;
    // In the last column many terminals would already break the line.
    const std::size_t columns = columns_of(fd_);
    const std::size_t width = columns > 1 ? columns - 1 : 0;
    std::string line(erase_line);
    line += format_progress(numbers, width, colour_);
    if (write_patiently(fd_, line, 0)) drawn_ = true;
}

void ProgressLine::clear() {
    if (!drawn_) return;
    drawn_ = false;
    write_patiently(fd_, erase_line, 0);
}

}  // namespace outrider
