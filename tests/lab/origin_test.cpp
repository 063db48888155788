#include "lab/test_client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace outrider::lab {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Origin, answers_with_the_status_fields_and_body_asked_for) {
    const RunningLab lab;
    const Answer answer =
        get(lab.address("origin"), "/status/429?header=Retry-After:%207&header=X:y&body=slow+down");
    EXPECT_THAT(answer.head, StartsWith("HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\nX: y\r\n"));
    EXPECT_EQ(answer.body, "slow down");
}

TEST(Origin, sends_as_many_bytes_as_asked_for) {
    const RunningLab lab;
    const Answer answer = get(lab.address("origin"), "/bytes/100000");
    EXPECT_EQ(answer.body.size(), 100000u);
    EXPECT_EQ(answer.field("Content-Length"), "100000");
}

TEST(Origin, redirects_step_by_step_to_a_page) {
    const RunningLab lab;
    EXPECT_EQ(get(lab.address("origin"), "/redirect/2").field("Location"), "/redirect/1");
    EXPECT_EQ(get(lab.address("origin"), "/redirect/1").field("Location"), "/status/200");
    const Answer elsewhere = get(lab.address("origin"), "/redirect-to?url=https://a.test/%3Fb&status=307");
    EXPECT_EQ(elsewhere.status, 307);
    EXPECT_EQ(elsewhere.field("Location"), "https://a.test/?b");
}

TEST(Origin, waits_before_it_answers) {
    const RunningLab lab;
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(get(lab.address("origin"), "/delay/0.2").status, 200);
    EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(200));
}

TEST(Origin, shows_the_fields_in_their_order_and_case) {
    const RunningLab lab;
    Client client(lab.address("origin"));
    client.send("GET /headers HTTP/1.1\r\nHost: lab\r\nx-B: 1\r\nX-a: 2\r\nConnection: close\r\n\r\n");
    const auto shown = nlohmann::json::parse(parse_answer(client.read_to_end()).body);
    EXPECT_EQ(shown["raw"].dump(), R"([["Host","lab"],["x-B","1"],["X-a","2"],["Connection","close"]])");
    EXPECT_EQ(shown["headers"]["x-B"], "1");
}

TEST(Origin, echoes_the_bytes_of_a_request) {
    const RunningLab lab;
    const std::string request =
        "POST /raw-request?a=b HTTP/1.1\r\nhOST:lab\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody";
    Client client(lab.address("origin"));
    client.send(request);
    EXPECT_EQ(parse_answer(client.read_to_end()).body, request);
}

TEST(Origin, reads_a_chunked_body) {
    const RunningLab lab;
    Client client(lab.address("origin"));
    client.send(
        "POST /anything HTTP/1.1\r\nTransfer-Encoding: chunked\r\nConnection: "
        "close\r\n\r\n3\r\nabc\r\n2;x\r\nde\r\n0\r\n\r\n");
    const auto shown = nlohmann::json::parse(parse_answer(client.read_to_end()).body);
    EXPECT_EQ(shown["data"], "abcde");
    EXPECT_EQ(shown["method"], "POST");
}

TEST(Origin, keeps_a_connection_open_and_answers_pipelined_requests) {
    const RunningLab lab;
    Client client(lab.address("origin"));
    client.send(
        "HEAD /bytes/5 HTTP/1.1\r\nHost: lab\r\n\r\nGET /bytes/3 HTTP/1.1\r\nHost: lab\r\nConnection: "
        "close\r\n\r\n");
    const std::string answers = client.read_to_end();
    EXPECT_THAT(answers, HasSubstr("Content-Length: 5\r\nConnection: keep-alive\r\n\r\nHTTP/1.1 200 OK"));
    EXPECT_THAT(answers, testing::EndsWith("\r\n\r\nabc"));
}

TEST(Origin, tells_the_address_of_its_visitor) {
    const RunningLab lab;
    EXPECT_THAT(get(lab.address("origin"), "/ip", "127.9.8.7").body, HasSubstr("127.9.8.7"));
}

TEST(Origin, refuses_what_is_no_http) {
    const RunningLab lab;
    Client client(lab.address("origin"));
    client.send("\x16\x03\x01 a handshake");
    EXPECT_THAT(client.read_to_end(), StartsWith("HTTP/1.1 400 "));
}

TEST(Origin, counts_requests_by_path_and_source) {
    const RunningLab lab;
    for (int i = 0; i < 3; ++i)
        get(lab.address("origin"), "/status/200?i=" + std::to_string(i), "127.9.0.1");
    get(lab.address("origin"), "/ip", "127.9.0.2");
    const auto stats = lab.page("stats");
    EXPECT_EQ(stats["requests"], 4);
    EXPECT_EQ(stats["by_path"]["/status/200"], 3);
    EXPECT_EQ(stats["by_source"]["127.9.0.1"]["/status/200"], 3);
    EXPECT_EQ(stats["by_source"]["127.9.0.2"]["/ip"], 1);
    EXPECT_EQ(stats["connections"]["origin"]["total"], 5);  // with the one that asks
}

TEST(Origin, counts_how_many_are_connected_at_once) {
    const RunningLab lab;
    const std::string silent = lab.address("silent");
    Client first(silent), second(silent), third(silent);
    // They are connected before the lab has accepted them.
    for (int i = 0; i < 500 && lab.page("stats")["connections"]["silent"]["current"] != 3; ++i) {
    }
    EXPECT_EQ(lab.page("stats")["connections"]["silent"]["most"], 3);
}

}  // namespace
}  // namespace outrider::lab
