// The bytes of a request, exactly (contract, section 2 "Request").
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace integration {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string version() {
    return "outrider/" OUTRIDER_VERSION;
}

/// What a server is sent for a path with these options.
std::string request_for(const std::string& path, std::vector<std::string> options = {},
                        ProcessOptions process = {}) {
    const RecordingServer server;
    options.insert(options.begin(), server.url(path));
    EXPECT_EQ(probe(options, std::move(process)).verdict(), "success/-/-");
    const auto requests = server.requests();
    if (requests.size() != 1) return std::to_string(requests.size()) + " requests";
    std::string request = requests[0];
    const std::string host = host_port(server.port());
    for (std::size_t at; (at = request.find(host)) != std::string::npos;)
        request.replace(at, host.size(), "HOST");
    return request;
}

TEST(Request, Default) {
    EXPECT_EQ(request_for("/a?b=c"), "GET /a?b=c HTTP/1.1\r\nHost: HOST\r\nUser-Agent: " + version() +
                                         "\r\nAccept: */*\r\nConnection: close\r\n\r\n");
}

TEST(Request, GivenHeadersFollowInTheirOrderAndCase) {
    EXPECT_EQ(request_for("/", {"-H", "x-SECOND: 2", "-H", "X-First:1"}),
              "GET / HTTP/1.1\r\nHost: HOST\r\nUser-Agent: " + version() +
                  "\r\nAccept: */*\r\nConnection: close\r\nx-SECOND: 2\r\nX-First: 1\r\n\r\n");
}

TEST(Request, AGivenNameTakesTheDefaultOut) {
    EXPECT_EQ(request_for("/", {"-H", "accept: text/html", "-H", "HOST: elsewhere.test"}),
              "GET / HTTP/1.1\r\nUser-Agent: " + version() +
                  "\r\nConnection: close\r\naccept: text/html\r\nHOST: elsewhere.test\r\n\r\n");
}

TEST(Request, ANameWithoutValueRemovesIt) {
    EXPECT_EQ(request_for("/", {"-H", "Accept:", "-H", "User-Agent:"}),
              "GET / HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n");
}

TEST(Request, ANameGivenTwiceIsSentTwice) {
    EXPECT_THAT(request_for("/", {"-H", "X-A: 1", "-H", "X-A: 2"}), HasSubstr("X-A: 1\r\nX-A: 2\r\n\r\n"));
}

TEST(Request, UserAgent) {
    EXPECT_THAT(request_for("/", {"--user-agent", "scout 7"}),
                HasSubstr("Host: HOST\r\nUser-Agent: scout 7\r\nAccept"));
}

TEST(Request, BodyHasALengthAndNoMadeUpType) {
    EXPECT_EQ(request_for("/", {"-X", "POST", "--body", "a=1"}),
              "POST / HTTP/1.1\r\nHost: HOST\r\nUser-Agent: " + version() +
                  "\r\nAccept: */*\r\nConnection: close\r\nContent-Length: 3\r\n\r\na=1");
}

TEST(Request, UserinfoOfATargetBecomesAuthorization) {
    const RecordingServer server;
    probe({"http://us%65r:p%40ss@" + host_port(server.port()) + "/"});
    ASSERT_EQ(server.requests().size(), 1U);
    EXPECT_THAT(server.requests()[0],
                HasSubstr("Connection: close\r\nAuthorization: Basic dXNlcjpwQHNz\r\n\r\n"));
}

TEST(Request, AGivenAuthorizationWins) {
    const RecordingServer server;
    probe({"http://user:pass@" + host_port(server.port()) + "/", "-H", "Authorization: Bearer x"});
    ASSERT_EQ(server.requests().size(), 1U);
    EXPECT_THAT(server.requests()[0], HasSubstr("Authorization: Bearer x\r\n"));
    EXPECT_THAT(server.requests()[0], Not(HasSubstr("Basic")));
}

TEST(Request, WhatAUrlMayNotHoldIsEncoded) {
    EXPECT_THAT(request_for("/a b|\xc3\xa4?q=\xc3\xa4 c#frag"),
                HasSubstr("GET /a%20b%7C%C3%A4?q=%C3%A4%20c HTTP/1.1\r\n"));
}

TEST(Request, HeadersOfEachSourceReplaceEachOtherByName) {
    ProcessOptions options;
    options.env["OUTRIDER_HEADER"] = "X-A: environment\nX-B: environment";
    EXPECT_THAT(request_for("/", {"-H", "x-a: argument"}, options),
                ::testing::AllOf(HasSubstr("x-a: argument\r\n"), HasSubstr("X-B: environment\r\n"),
                                 Not(HasSubstr("X-A: environment"))));
}

TEST(Request, AbsoluteFormThroughAnHttpProxy) {
    const RecordingServer proxy;
    const std::string url = "http://only-proxy-knows.invalid/a?b";
    EXPECT_EQ(probe({url, "-x", "http://ada:p%40ss%23@" + host_port(proxy.port()), "-H", "X-A: 1"}).verdict(),
              "success/-/-");
    ASSERT_EQ(proxy.requests().size(), 1U);
    EXPECT_EQ(
        proxy.requests()[0],
        "GET http://only-proxy-knows.invalid/a?b HTTP/1.1\r\nHost: only-proxy-knows.invalid\r\nUser-Agent: " +
            version() + "\r\nAccept: */*\r\nConnection: close\r\nX-A: 1\r\n" +
            "Proxy-Authorization: Basic YWRhOnBAc3Mj\r\n\r\n");
}

TEST(Request, Connect) {
    const RecordingServer proxy(response(403));
    probe({"https://[2001:db8::1]/", "-x", "http://ada:pass@" + host_port(proxy.port()), "-H", "X-A: 1"});
    ASSERT_EQ(proxy.requests().size(), 1U);
    EXPECT_EQ(proxy.requests()[0],
              "CONNECT [2001:db8::1]:443 HTTP/1.1\r\nHost: [2001:db8::1]:443\r\nUser-Agent: " + version() +
                  "\r\nProxy-Authorization: Basic YWRhOnBhc3M=\r\n\r\n");
}

TEST(Request, Ipv6LiteralKeepsItsBracketsOnce) {
    ScriptedServer server(
        [&server](Peer& peer) {
            server.note(peer.read_head());
            peer.send(response(200));
        },
        "::1");
    EXPECT_EQ(probe({"http://[::1]:" + std::to_string(server.port()) + "/"}).verdict(), "success/-/-");
    ASSERT_EQ(server.notes().size(), 1U);
    EXPECT_THAT(server.notes()[0], HasSubstr("\r\nHost: [::1]:" + std::to_string(server.port()) + "\r\n"));
}

}  // namespace
}  // namespace integration
