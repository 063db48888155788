#include "output/descriptor.hpp"
#include "output/scratch.hpp"
#include "outrider/output/output.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/socket.h>
#include <termios.h>

#include <future>
#include <string>
#include <utility>

namespace outrider {
namespace {

using test::ample;
using test::soon;
using test::StdoutReplaced;

const std::string megabyte(1024 * 1024, 'x');

/// Two ends of one channel: what is written into `in` comes out at `out`.
struct Channel {
    Descriptor in;
    Descriptor out;
};

Channel pipe_channel() {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    return {Descriptor(ends[1]), Descriptor(ends[0])};
}

/// As a parent may hand it to us.
Channel non_blocking_pipe_channel() {
    Channel channel = pipe_channel();
    EXPECT_EQ(::fcntl(channel.in.number(), F_SETFL, O_NONBLOCK), 0);
    return channel;
}

Channel socket_channel() {
    int ends[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

/// A terminal that passes bytes through unchanged.
Channel terminal_channel() {
    Descriptor out(::posix_openpt(O_RDWR | O_NOCTTY));
    EXPECT_EQ(::grantpt(out.number()), 0);
    EXPECT_EQ(::unlockpt(out.number()), 0);
    Descriptor in = open_file(::ptsname(out.number()), O_RDWR);
    termios modes{};
    ::tcgetattr(in.number(), &modes);
    ::cfmakeraw(&modes);
    ::tcsetattr(in.number(), TCSANOW, &modes);
    return {std::move(in), std::move(out)};
}

WriteError write_into(int descriptor, std::string bytes, Clock::time_point deadline) {
    const StdoutReplaced replaced(descriptor);
    return write_stdout(std::move(bytes), deadline);
}

struct Case {
    const char* name;
    Channel (*open)();
};

class EveryChannel : public testing::TestWithParam<Case> {};

TEST_P(EveryChannel, CarriesAllToAReader) {
    Channel channel = GetParam().open();
    auto reader = std::async(std::launch::async, [&] { return test::drain(channel.out.number()); });
    const WriteError error = write_into(channel.in.number(), megabyte, ample());
    channel.in.close();
    EXPECT_EQ(error, std::nullopt);
    EXPECT_TRUE(reader.get() == megabyte);
}

TEST_P(EveryChannel, IsGivenUpAtTheDeadlineWhenNobodyReads) {
    Channel channel = GetParam().open();
    const Clock::time_point deadline = soon();
    const WriteError error = write_into(channel.in.number(), megabyte, deadline);
    EXPECT_EQ(error, "not taken by the deadline");
    EXPECT_GE(Clock::now(), deadline);
    EXPECT_LT(Clock::now(), deadline + std::chrono::seconds(5));
}

TEST_P(EveryChannel, KeepsItsModeThatOthersShare) {
    const Channel channel = GetParam().open();
    const int before = ::fcntl(channel.in.number(), F_GETFL);
    EXPECT_EQ(write_into(channel.in.number(), "{}\n", ample()), std::nullopt);
    EXPECT_EQ(::fcntl(channel.in.number(), F_GETFL), before);
}

INSTANTIATE_TEST_SUITE_P(Stdout, EveryChannel,
                         testing::Values(Case{"pipe", pipe_channel},
                                         Case{"non_blocking_pipe", non_blocking_pipe_channel},
                                         Case{"socket", socket_channel}, Case{"terminal", terminal_channel}),
                         [](const auto& channel) { return channel.param.name; });

TEST(Stdout, ToAClosedPipeIsAnErrorAndNoSignal) {
    Channel channel = pipe_channel();
    channel.out.close();
    EXPECT_EQ(write_into(channel.in.number(), "{}\n", ample()), "Broken pipe");
}

TEST(Stdout, ThatBreaksHalfwayIsAnError) {
    Channel channel = pipe_channel();
    auto reader = std::async(std::launch::async, [&] {
        char first = 0;
        const ssize_t got = ::read(channel.out.number(), &first, 1);
        channel.out.close();
        return got;
    });
    EXPECT_EQ(write_into(channel.in.number(), megabyte, ample()), "Broken pipe");
    EXPECT_EQ(reader.get(), 1);
}

TEST(Stdout, OfAFullDiskIsAnError) {
    const Descriptor full = open_file("/dev/full", O_WRONLY);
    EXPECT_EQ(write_into(full.number(), "{}\n", ample()), "No space left on device");
}

TEST(Stdout, ThatIsClosedIsAnError) {
    EXPECT_EQ(write_into(-1, "{}\n", ample()), "Bad file descriptor");
}

TEST(Stdout, AppendsToAFileWhereItStands) {
    const test::ScratchFolder folder;
    test::put(folder / "log", "before\n");
    const Descriptor log = open_file(folder / "log", O_WRONLY | O_APPEND);
    EXPECT_EQ(write_into(log.number(), "report\n", ample()), std::nullopt);
    EXPECT_EQ(test::text_of(folder / "log"), "before\nreport\n");
}

/// Runs with all standard streams closed; 0: no descriptor took their numbers, and none can be used.
[[noreturn]] void open_something_without_streams() {
    for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        ::close(stream);
    }
    prepare_streams();
    const int first = ::open("/dev/null", O_RDWR);
    char byte = 0;
    const bool refused = ::read(STDIN_FILENO, &byte, 1) < 0 && ::write(STDERR_FILENO, "x", 1) < 0 &&
                         write_stdout("{}\n", ample()).has_value();
    _exit(first > STDERR_FILENO && refused ? 0 : 1);
}

TEST(PrepareStreams, KeepsTheNumbersOfClosedStreamsFromSockets) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(open_something_without_streams(), testing::ExitedWithCode(0), "");
}

[[noreturn]] void write_into_a_broken_pipe() {
    prepare_streams();
    Channel channel = pipe_channel();
    channel.out.close();
    _exit(::write(channel.in.number(), "x", 1) < 0 && errno == EPIPE ? 0 : 1);
}

TEST(PrepareStreams, MakesABrokenPipeAnErrorForEveryWriter) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(write_into_a_broken_pipe(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace outrider
