#include "outrider/cli/log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <string>

namespace outrider {
namespace {

class Pipe {
public:
    Pipe() {
        if (::pipe(ends_.data()) != 0) std::abort();
        ::fcntl(ends_[0], F_SETFL, O_NONBLOCK);
    }
    ~Pipe() {
        ::close(ends_[0]);
        ::close(ends_[1]);
    }
    int in() const { return ends_[1]; }
    std::string read() const {
        std::string text;
        std::array<char, 4096> piece;
        for (ssize_t size = 0; (size = ::read(ends_[0], piece.data(), piece.size())) > 0;) {
            text.append(piece.data(), static_cast<std::size_t>(size));
        }
        return text;
    }

private:
    std::array<int, 2> ends_{};
};

TEST(LogLine, NamesTheProgramAndTheSeverity) {
    EXPECT_EQ(log_line(Severity::error, "a", false), "outrider: error: a\n");
    EXPECT_EQ(log_line(Severity::warning, "a", false), "outrider: warning: a\n");
    EXPECT_EQ(log_line(Severity::plain, "a", false), "a\n");
}

TEST(LogLine, ColoursTheWordOnly) {
    EXPECT_EQ(log_line(Severity::error, "a", true), "outrider: \x1b[31merror:\x1b[0m a\n");
    EXPECT_EQ(log_line(Severity::plain, "a", true), "a\n");
}

TEST(LogLine, LetsNothingReachTheTerminalButText) {
    const std::string line = log_line(Severity::warning, "x\x1b[2J\n\r\xE2\x80\xAE\xff", false);
    EXPECT_EQ(line, "outrider: warning: x\\x1B[2J\\x0A\\x0D\\u{202E}\xEF\xBF\xBD\n");
}

TEST(Log, QuietLeavesErrorsOnly) {
    const Pipe pipe;
    Log log(pipe.in(), true, false);
    log.warning("w");
    log.line("l");
    log.error("e");
    EXPECT_EQ(pipe.read(), "outrider: error: e\n");
}

TEST(Log, WritesAllKinds) {
    const Pipe pipe;
    Log log(pipe.in(), false, false);
    log.warning("w");
    log.line("l");
    log.error("e");
    EXPECT_EQ(pipe.read(), "outrider: warning: w\nl\noutrider: error: e\n");
}

TEST(Log, AReaderThatHasStoppedHoldsNothingUp) {
    const Pipe pipe;
    Log log(pipe.in(), false, false);
    const std::string line(1000, 'x');
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 10'000; ++i)
        log.line(line);
    // Ten thousand times the patience would be a quarter of an hour.
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
    EXPECT_GT(pipe.read().size(), 1000u);
}

TEST(Colour, IsForTerminalsOnly) {
    const Pipe pipe;
    EXPECT_FALSE(wants_colour(pipe.in()));
}

}  // namespace
}  // namespace outrider
