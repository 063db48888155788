#include "lab/test_client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

namespace outrider::lab {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

struct Case {
    const char* path;
    const char* starts_with;
    enum { closed, reset, silent } then;
};

void PrintTo(const Case& fault, std::ostream* out) {
    *out << fault.path;
}

class Fault : public testing::TestWithParam<Case> {};

TEST_P(Fault, says_its_bytes_and_leaves_in_its_way) {
    const Case& fault = GetParam();
    const RunningLab lab;
    Client client(lab.address("origin"));
    client.send(std::string("GET ") + fault.path + " HTTP/1.1\r\nHost: lab\r\n\r\n");
    const std::string_view expected = fault.starts_with;
    EXPECT_EQ(client.read(expected.size()), expected);
    if (fault.then == Case::silent) {
        EXPECT_TRUE(client.is_silent(50));
    } else {
        client.read_to_end();
        EXPECT_EQ(client.was_reset(), fault.then == Case::reset);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Origin, Fault,
    testing::Values(
        Case{"/hang", "", Case::silent}, Case{"/reset", "", Case::reset}, Case{"/close", "", Case::closed},
        Case{"/hang-body", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this", Case::silent},
        Case{"/reset-body", "HTTP/1.1 200 OK\r\n", Case::reset},
        Case{"/short-body", "HTTP/1.1 200 OK\r\n", Case::closed},
        Case{"/ssh", "SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n", Case::silent},
        Case{"/tls-alert", "\x15\x03\x01", Case::closed},
        Case{"/no-reason", "HTTP/1.1 200\r\n", Case::closed},
        Case{"/lf", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", Case::closed},
        Case{"/bad-chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\nzz",
             Case::closed},
        Case{"/linger", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", Case::silent},
        Case{"/raw?bytes=a%00b&end=reset", "a", Case::reset},
        Case{"/continue?n=2",
             "HTTP/1.1 100 Wait\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Wait\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK",
             Case::closed}));

TEST(Faults, garbage_is_no_http) {
    const RunningLab lab;
    EXPECT_EQ(get(lab.address("origin"), "/garbage").status, 0);
}

TEST(Faults, a_trickle_comes_byte_by_byte_and_never_ends) {
    const RunningLab lab;
    Client client(lab.address("origin"));
    client.send("GET /trickle?every=0.001 HTTP/1.1\r\n\r\n");
    EXPECT_EQ(client.read(40), "HTTP/1.1 200 OK\r\nX-Slow: aaaaaaaaaaaaaaa");
}

TEST(Faults, a_slow_head_is_whole_in_the_end) {
    const RunningLab lab;
    EXPECT_EQ(get(lab.address("origin"), "/slow-head?duration=0.1").body, "ok");
}

TEST(Faults, a_drip_is_as_long_as_it_says) {
    const RunningLab lab;
    const Answer answer = get(lab.address("origin"), "/drip?duration=0.05&numbytes=7&delay=0.01");
    EXPECT_EQ(answer.field("Content-Length"), "7");
    EXPECT_EQ(answer.body, "*******");
}

TEST(Faults, a_big_head_has_the_size_asked_for) {
    const RunningLab lab;
    for (const std::size_t size : {5000u, 65536u, 70001u}) {
        const Answer answer = get(lab.address("origin"), "/big-head?size=" + std::to_string(size));
        EXPECT_EQ(answer.head.size() + 2, size);
        EXPECT_EQ(answer.body, "ok");
    }
}

TEST(Faults, an_endless_body_does_not_end) {
    const RunningLab lab;
    Client client(lab.address("origin"));
    client.send("GET /endless HTTP/1.1\r\n\r\n");
    EXPECT_EQ(client.read(5'000'000).size(), 5'000'000u);
}

TEST(OddPorts, do_what_they_are_called) {
    const RunningLab lab;
    EXPECT_EQ(Client(lab.address("refused")).error(), ECONNREFUSED);
    EXPECT_TRUE(Client(lab.address("silent")).is_silent(50));
    EXPECT_TRUE(Client(lab.address("tls_silent")).is_silent(50));
    Client closing(lab.address("accept_and_close"));
    EXPECT_EQ(closing.read_to_end(), "");
    EXPECT_FALSE(closing.was_reset());
    Client resetting(lab.address("accept_and_reset"));
    resetting.read_to_end();
    EXPECT_TRUE(resetting.was_reset() || resetting.error() == ECONNRESET);
    Client plain(lab.address("plain_on_tls"));
    plain.send("\x16\x03\x01 a handshake");
    EXPECT_THAT(plain.read_to_end(), StartsWith("HTTP/1.1 400 "));
}

TEST(OddPorts, a_full_queue_takes_no_connection) {
    const RunningLab lab;
    const Client client(lab.address("not_accepting"), "", 300);
    EXPECT_TRUE(client.error() == EINPROGRESS || client.error() == EAGAIN) << client.error();
}

}  // namespace
}  // namespace outrider::lab
