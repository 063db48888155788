#include "outrider/net/connect.hpp"

#include "net/run_task.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace outrider {
namespace {

using asio::ip::make_address;

Deadline in(Clock::duration time) {
    return Deadline::after(LimitKind::connect_timeout, std::chrono::duration_cast<Micros>(time));
}

/// A listening socket on a free port of 127.0.0.1; what connects stays in its backlog.
class Listener {
public:
    Listener() : acceptor_(io_, {make_address("127.0.0.1"), 0}) {}
    std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

private:
    asio::io_context io_;
    asio::ip::tcp::acceptor acceptor_;
};

Connected connect(const Addresses& addresses, std::uint16_t port) {
    Loop loop;
    Connected connected;
    run_task(loop, connect_any(loop, addresses, port, in(std::chrono::seconds(20)), connected));
    if (connected.socket) {
        asio::ip::tcp::endpoint peer;
        auto size = static_cast<socklen_t>(peer.capacity());
        EXPECT_EQ(::getpeername(connected.socket->descriptor(), peer.data(), &size), 0);
        EXPECT_EQ(peer.port(), port);
        connected.socket.reset();
        connected.fault.reset();
    } else {
        EXPECT_TRUE(connected.fault.has_value());
    }
    return connected;
}

TEST(Connect, one_address_that_listens) {
    const Listener listener;
    EXPECT_FALSE(connect({make_address("127.0.0.1")}, listener.port()).fault);
}

TEST(Connect, one_address_that_refuses) {
    const Listener listener;
    const Connected connected = connect({make_address("127.0.0.2")}, listener.port());
    ASSERT_TRUE(connected.fault);
    EXPECT_EQ(connected.fault->error, Error::connect_refused);
    EXPECT_NE(connected.fault->detail.find("127.0.0.2:"), std::string::npos);
}

TEST(Connect, goes_on_at_once_when_an_address_refuses) {
    const Listener listener;
    const Addresses twenty = [] {
        Addresses addresses;
        for (int i = 2; i < 21; ++i)
            addresses.push_back(make_address("127.0.0." + std::to_string(i)));
        addresses.push_back(make_address("127.0.0.1"));
        return addresses;
    }();
    const auto start = Clock::now();
    EXPECT_FALSE(connect(twenty, listener.port()).fault);
    // Nineteen attempt delays would be 4.75 s.
    EXPECT_LT(Clock::now() - start, std::chrono::seconds(4));
}

TEST(Connect, all_refused_says_of_how_many) {
    const Listener listener;
    const Connected connected =
        connect({make_address("127.0.0.2"), make_address("127.0.0.3")}, listener.port());
    ASSERT_TRUE(connected.fault);
    EXPECT_EQ(connected.fault->error, Error::connect_refused);
    EXPECT_NE(connected.fault->detail.find("of 2 addresses"), std::string::npos);
}

TEST(Connect, a_passed_deadline_is_a_timeout_that_names_its_limit) {
    Loop loop;
    const Deadline past(LimitKind::deadline, std::chrono::seconds(10), Clock::now());
    Connected connected;
    run_task(loop, connect_any(loop, {make_address("127.0.0.1")}, 9, past, connected));
    ASSERT_TRUE(connected.fault);
    EXPECT_EQ(connected.fault->error, Error::connect_timeout);
    EXPECT_EQ(connected.fault->detail, "deadline 10s");
}

TEST(WorstConnectFault, refused_before_timeout_before_unreachable_before_local) {
    const std::vector<Error> order{Error::connect_refused, Error::connect_timeout, Error::connect_unreachable,
                                   Error::local_resources, Error::local_network};
    for (std::size_t first = 0; first < order.size(); ++first) {
        for (std::size_t second = first; second < order.size(); ++second) {
            EXPECT_EQ(worst_connect_fault({{order[second], "b"}, {order[first], "a"}}).error, order[first]);
        }
    }
}

}  // namespace
}  // namespace outrider
