#include "outrider/cli/progress.hpp"

#include "outrider/cli/log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <string>

namespace outrider {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Progress, TellsDoneOkFailedAndTimeLeft) {
    EXPECT_EQ(format_progress({300, 120, 100, Micros(4'270'000)}, 0, false),
              "120/300 done, 100 ok, 20 failed, 4.2 s left");
    EXPECT_EQ(format_progress({0, 0, 0, Micros(0)}, 0, false), "0/0 done, 0 ok, 0 failed, 0.0 s left");
    EXPECT_EQ(format_progress({1, 1, 2, Micros(-5)}, 0, false), "1/1 done, 2 ok, 0 failed, 0.0 s left");
}

TEST(Progress, ColoursOkAndFailures) {
    EXPECT_EQ(format_progress({3, 2, 1, Micros(0)}, 0, true),
              "2/3 done, \x1b[32m1 ok\x1b[0m, \x1b[31m1 failed\x1b[0m, 0.0 s left");
    EXPECT_THAT(format_progress({3, 1, 1, Micros(0)}, 0, true), Not(HasSubstr("\x1b[31m")));
}

TEST(Progress, StaysInItsLine) {
    EXPECT_EQ(format_progress({300, 120, 100, Micros(4'270'000)}, 12, true), "120/300 done");
}

/// A terminal of our own; what the program writes to `slave` is read from the master.
class Terminal {
public:
    Terminal() : master_(::posix_openpt(O_RDWR | O_NOCTTY)) {
        if (master_ < 0 || ::grantpt(master_) != 0 || ::unlockpt(master_) != 0) return;
        slave_ = ::open(::ptsname(master_), O_RDWR | O_NOCTTY);
        const winsize size{24, 80, 0, 0};
        ::ioctl(slave_, TIOCSWINSZ, &size);
        ::fcntl(master_, F_SETFL, O_NONBLOCK);
    }
    ~Terminal() {
        ::close(slave_);
        ::close(master_);
    }
    int slave() const { return slave_; }
    std::string read() const {
        std::array<char, 4096> text;
        const ssize_t size = ::read(master_, text.data(), text.size());
        return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : "";
    }

private:
    int master_;
    int slave_ = -1;
};

class OnTerminal : public testing::Test {
protected:
    void SetUp() override {
        if (terminal_.slave() < 0) GTEST_SKIP() << "this machine gives no pseudo terminal";
        ::setenv("TERM", "xterm", 1);
        ::unsetenv("NO_COLOR");
    }
    Terminal terminal_;
};

TEST_F(OnTerminal, TheLineIsDrawnOverItselfAndTakenAway) {
    ProgressLine line(terminal_.slave(), false);
    line.clear();
    EXPECT_EQ(terminal_.read(), "") << "nothing was drawn yet";
    line.show({2, 1, 1, Micros(0)});
    EXPECT_EQ(terminal_.read(), "\r\x1b[K1/2 done, \x1b[32m1 ok\x1b[0m, 0 failed, 0.0 s left");
    line.clear();
    EXPECT_EQ(terminal_.read(), "\r\x1b[K");
    line.clear();
    EXPECT_EQ(terminal_.read(), "");
}

TEST_F(OnTerminal, QuietAndDumbTerminalsShowNothing) {
    ProgressLine quiet(terminal_.slave(), true);
    quiet.show({2, 1, 1, Micros(0)});
    ::setenv("TERM", "dumb", 1);
    ProgressLine dumb(terminal_.slave(), false);
    dumb.show({2, 1, 1, Micros(0)});
    EXPECT_EQ(terminal_.read(), "");
}

TEST_F(OnTerminal, NoColorIsHeeded) {
    EXPECT_TRUE(wants_colour(terminal_.slave()));
    ::setenv("NO_COLOR", "", 1);
    EXPECT_TRUE(wants_colour(terminal_.slave()));
    ::setenv("NO_COLOR", "1", 1);
    EXPECT_FALSE(wants_colour(terminal_.slave()));
    ::unsetenv("NO_COLOR");
}

TEST(ProgressLine, IsOffWhereNobodyLooks) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    {
        ProgressLine line(ends[1], false);
        line.show({2, 1, 1, Micros(0)});
    }
    ::close(ends[1]);
    char byte = 0;
    EXPECT_EQ(::read(ends[0], &byte, 1), 0);
    ::close(ends[0]);
}

}  // namespace
}  // namespace outrider
