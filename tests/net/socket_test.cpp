#include "outrider/net/socket.hpp"

#include "net/run_task.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/write.hpp>
#include <gtest/gtest.h>

#include <sys/socket.h>

#include <cerrno>
#include <chrono>
#include <utility>
#include <vector>

namespace outrider {
namespace {

constexpr auto never = Clock::time_point::max();

/// A connected socket, and its peer as asio has it.
struct Pair {
    explicit Pair(Loop& loop) : peer(peers) {
        asio::ip::tcp::acceptor acceptor(peers, {asio::ip::make_address("127.0.0.1"), 0});
        const auto to = acceptor.local_endpoint();
        socket = Socket::open(loop, AF_INET);
        EXPECT_TRUE(::connect(socket->descriptor(), to.data(), static_cast<socklen_t>(to.size())) == 0 ||
                    errno == EINPROGRESS);
        acceptor.accept(peer);
    }
    void say(std::string_view text) { asio::write(peer, asio::buffer(text)); }

    asio::io_context peers;
    asio::ip::tcp::socket peer;
    std::unique_ptr<Socket> socket;
};

std::string read_now(Socket& socket) {
    char buffer[16];
    const ssize_t count = ::recv(socket.descriptor(), buffer, sizeof buffer, 0);
    if (count >= 0) return std::string(buffer, static_cast<std::size_t>(count));
    socket.refused(Socket::Ready::read);
    return "nothing";
}

TEST(Socket, WaitsForItsConnectionAndForWhatItsPeerSays) {
    Loop loop;
    Pair pair(loop);
    EXPECT_TRUE(run_task(loop, pair.socket->wait(Socket::Ready::write, never)));
    EXPECT_EQ(pair.socket->take_error(), 0);
    for (const std::string said : {"one", "two"}) {
        EXPECT_EQ(read_now(*pair.socket), "nothing");
        EXPECT_FALSE(pair.socket->may(Socket::Ready::read));
        pair.say(said);
        EXPECT_TRUE(run_task(loop, pair.socket->wait(Socket::Ready::read, never)));
        EXPECT_TRUE(pair.socket->may(Socket::Ready::read));
        EXPECT_EQ(read_now(*pair.socket), said);
    }
    pair.peer.close();
    EXPECT_TRUE(run_task(loop, pair.socket->wait(Socket::Ready::read, never)));
    EXPECT_EQ(read_now(*pair.socket), "");
}

TEST(Socket, TellsOfAnErrorOnce) {
    Loop loop;
    Pair pair(loop);
    pair.peer.set_option(asio::socket_base::linger(true, 0));
    pair.peer.close();
    EXPECT_TRUE(run_task(loop, pair.socket->wait(Socket::Ready::read, never)));
    EXPECT_EQ(pair.socket->take_error(), ECONNRESET);
    EXPECT_EQ(pair.socket->take_error(), 0);
}

Task<void> count_when_woken(Socket& socket, Clock::time_point due, int& woken) {
    const bool in_time = co_await socket.wait(Socket::Ready::read, due);
    woken += in_time ? 1 : 0;
}

TEST(Socket, TheEndOfAWaitEndsALoopThatHasNoOther) {
    Loop loop;
    Pair pair(loop);
    int woken = 0;
    const auto soon = Clock::now() + std::chrono::milliseconds(1);
    asio::co_spawn(loop.executor(), count_when_woken(*pair.socket, soon, woken), detached);
    loop.run();
    EXPECT_EQ(woken, 0);
}

TEST(Socket, ADeadlineOrAnInterruptEndsTheWait) {
    Loop loop;
    Pair pair(loop);
    EXPECT_TRUE(run_task(loop, pair.socket->wait(Socket::Ready::write, never)));
    pair.socket->cancel();  // nobody waits
    const auto soon = Clock::now() + std::chrono::milliseconds(1);
    EXPECT_FALSE(run_task(loop, pair.socket->wait(Socket::Ready::read, soon)));
    EXPECT_GE(Clock::now(), soon);
    pair.say("late");
    EXPECT_TRUE(run_task(loop, pair.socket->wait(Socket::Ready::read, never)));
    EXPECT_FALSE(run_task(loop, pair.socket->wait(Socket::Ready::read, soon))) << "that has passed";

    EXPECT_EQ(read_now(*pair.socket), "late");
    EXPECT_EQ(read_now(*pair.socket), "nothing");
    loop.post([&loop] { loop.interrupt(); });
    EXPECT_FALSE(run_task(loop, pair.socket->wait(Socket::Ready::read, never)));
    EXPECT_FALSE(run_task(loop, pair.socket->wait(Socket::Ready::write, never))) << "it stays interrupted";
}

Task<bool> end_when_woken(Socket& socket, std::unique_ptr<Socket>& other) {
    const bool woken = co_await socket.wait(Socket::Ready::read, never);
    if (woken) other.reset();
    co_return woken;
}

TEST(Socket, WhoeverIsWokenFirstMayEndAnotherThatIsReadyToo) {
    Loop loop;
    Pair first(loop);
    Pair second(loop);
    for (Pair* pair : {&first, &second})
        EXPECT_TRUE(run_task(loop, pair->socket->wait(Socket::Ready::write, never)));
    first.say("ready");
    second.say("ready");
    EXPECT_TRUE(run_task(loop, end_when_woken(*first.socket, second.socket)));
    EXPECT_FALSE(second.socket);
}

TEST(Socket, MoreThanOneRoundOfThemAreAllWoken) {
    Loop loop;
    std::vector<std::unique_ptr<Pair>> pairs;
    int woken = 0;
    for (int i = 0; i < 200; ++i) {
        pairs.push_back(std::make_unique<Pair>(loop));
        pairs.back()->say("ready");
        asio::co_spawn(loop.executor(), count_when_woken(*pairs.back()->socket, never, woken), detached);
    }
    loop.run();
    EXPECT_EQ(woken, 200);
}

}  // namespace
}  // namespace outrider
