#include "outrider/net/poller.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <array>
#include <cerrno>
#include <functional>

namespace outrider {
namespace {

/// A pipe whose reading end is watched.
class WatchedPipe : public Watched {
public:
    WatchedPipe() { EXPECT_EQ(::pipe(ends_.data()), 0); }
    ~WatchedPipe() {
        ::close(ends_[0]);
        ::close(ends_[1]);
    }
    void on_events(std::uint32_t events) override {
        seen |= events;
        ++told;
        if (when_told) when_told();
    }
    int reader() const { return ends_[0]; }
    void say() { EXPECT_EQ(::write(ends_[1], "x", 1), 1); }

    std::uint32_t seen = 0;
    int told = 0;
    std::function<void()> when_told;

private:
    std::array<int, 2> ends_{};
};

TEST(Poller, tells_of_what_was_asked_for_until_it_is_removed) {
    Poller poller;
    WatchedPipe pipe;
    ASSERT_TRUE(poller.add(pipe.reader(), pipe, EPOLLIN));
    poller.poll(false);
    EXPECT_EQ(pipe.told, 0);
    pipe.say();
    poller.poll(true);
    EXPECT_EQ(pipe.seen, std::uint32_t{EPOLLIN});
    poller.poll(true);
    EXPECT_EQ(pipe.told, 2) << "it is still there to be read";
    poller.change(pipe.reader(), pipe, 0);
    poller.poll(false);
    EXPECT_EQ(pipe.told, 2);
    poller.change(pipe.reader(), pipe, EPOLLIN);
    poller.poll(true);
    EXPECT_EQ(pipe.told, 3);
    poller.remove(pipe.reader(), pipe);
    poller.poll(false);
    EXPECT_EQ(pipe.told, 3);
}

TEST(Poller, does_not_tell_one_that_another_has_removed) {
    Poller poller;
    WatchedPipe first;
    WatchedPipe second;
    const auto both_told = [&] { return first.told + second.told; };
    first.when_told = [&] { poller.remove(second.reader(), second); };
    second.when_told = [&] { poller.remove(first.reader(), first); };
    for (WatchedPipe* pipe : {&first, &second}) {
        ASSERT_TRUE(poller.add(pipe->reader(), *pipe, EPOLLIN | EPOLLET));
        pipe->say();
    }
    poller.poll(true);
    poller.poll(false);
    EXPECT_EQ(both_told(), 1);
}

TEST(Poller, says_what_cannot_be_watched) {
    Poller poller;
    WatchedPipe pipe;
    EXPECT_FALSE(poller.add(-1, pipe, EPOLLIN));
    EXPECT_EQ(errno, EBADF);
}

}  // namespace
}  // namespace outrider
