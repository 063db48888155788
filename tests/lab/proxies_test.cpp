#include "lab/test_client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <arpa/inet.h>

#include <fstream>

namespace outrider::lab {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string host_bytes(const std::string& address) {
    in_addr binary{};
    inet_pton(AF_INET, address.substr(0, address.find(':')).c_str(), &binary);
    return {reinterpret_cast<const char*>(&binary), sizeof binary};
}

std::string port_bytes(const std::string& address) {
    const int port = std::stoi(address.substr(address.find(':') + 1));
    return {static_cast<char>(port >> 8), static_cast<char>(port & 255)};
}

std::string socks4_request(const std::string& target, const std::string& user) {
    return "\x04\x01" + port_bytes(target) + host_bytes(target) + user + '\0';
}

std::string socks5_request(const std::string& target) {
    return std::string("\x05\x01\x00\x01", 4) + host_bytes(target) + port_bytes(target);
}

std::string proxy_address(const RunningLab& lab, const std::string& name) {
    return lab.proxy(name).at("address");
}

/// Asks the proxy in absolute form.
Answer forward(const RunningLab& lab, const std::string& proxy, const std::string& url,
               const std::string& fields = "") {
    Client client(proxy_address(lab, proxy));
    client.send("GET " + url + " HTTP/1.1\r\nHost: lab\r\n" + fields + "\r\n");
    return parse_answer(client.read_to_end());
}

TEST(HttpProxy, forwards_a_request_from_an_address_of_its_own) {
    const RunningLab lab;
    const Answer answer = forward(lab, "http", "http://" + lab.address("origin") + "/ip");
    EXPECT_EQ(answer.status, 200);
    EXPECT_THAT(answer.body, HasSubstr(lab.proxy("http").at("exit").get<std::string>()));
}

TEST(HttpProxy, forwards_all_fields_in_order_but_those_for_itself) {
    const RunningLab lab;
    const Answer answer =
        forward(lab, "http", "http://" + lab.address("origin") + "/raw-request?a=b",
                "b: 1\r\nProxy-Authorization: Basic eDp5\r\nA: 2\r\nConnection: keep-alive\r\n");
    EXPECT_EQ(answer.body,
              "GET /raw-request?a=b HTTP/1.1\r\nHost: lab\r\nb: 1\r\nA: 2\r\nConnection: close\r\n\r\n");
}

TEST(HttpProxy, knows_names_that_nobody_else_does) {
    const RunningLab lab;
    EXPECT_EQ(forward(lab, "http", "http://origin.test/status/200").status, 200);
    EXPECT_EQ(forward(lab, "http", "http://only-proxy-knows.invalid").status, 200);
    const Answer unknown = forward(lab, "http", "http://nobody.example/");
    EXPECT_EQ(unknown.status, 502);
    EXPECT_EQ(unknown.field("Proxy-Status"), "outrider-lab; error=dns_error");
}

TEST(HttpProxy, says_itself_that_it_did_not_get_there) {
    const RunningLab lab;
    const Answer refused = forward(lab, "http", "http://" + lab.address("refused") + "/");
    EXPECT_EQ(refused.status, 502);
    EXPECT_EQ(refused.field("Proxy-Status"), "outrider-lab; error=connection_refused");
    const Answer outside = forward(lab, "http", "http://192.0.2.1/");
    EXPECT_EQ(outside.field("Proxy-Status"), "outrider-lab; error=destination_ip_unroutable");
}

TEST(HttpProxy, wants_a_login) {
    const RunningLab lab;
    const std::string url = "http://" + lab.address("origin") + "/status/200";
    const Answer without = forward(lab, "http-auth", url);
    EXPECT_EQ(without.status, 407);
    EXPECT_THAT(without.field("Proxy-Authenticate"), StartsWith("Basic "));
    // user-http-auth:s3cr3t-http-auth
    EXPECT_EQ(forward(lab, "http-auth", url,
                      "Proxy-Authorization: Basic dXNlci1odHRwLWF1dGg6czNjcjN0LWh0dHAtYXV0aA==\r\n")
                  .status,
              200);
    EXPECT_EQ(forward(lab, "http-auth", url, "Proxy-Authorization: Basic eDp5\r\n").status, 407);
}

TEST(HttpProxy, opens_a_tunnel_and_loses_no_early_byte) {
    const RunningLab lab;
    Client client(proxy_address(lab, "http"));
    const std::string target = lab.address("origin");
    client.send("CONNECT " + target + " HTTP/1.1\r\nHost: " + target +
                "\r\n\r\nGET /ip HTTP/1.1\r\nHost: lab\r\nConnection: close\r\n\r\n");
    const std::string established = "HTTP/1.1 200 Connection established\r\n\r\n";
    EXPECT_EQ(client.read(established.size()), established);
    EXPECT_THAT(client.read_to_end(), HasSubstr(lab.proxy("http").at("exit").get<std::string>()));
}

TEST(HttpProxy, passes_a_reset_on) {
    const RunningLab lab;
    Client client(proxy_address(lab, "http"));
    client.send("GET http://" + lab.address("origin") + "/reset HTTP/1.1\r\nHost: lab\r\n\r\n");
    client.read_to_end();
    EXPECT_TRUE(client.was_reset());
}

TEST(HttpProxy, fails_in_every_way_it_is_told_to) {
    const RunningLab lab;
    const std::string url = "http://" + lab.address("origin") + "/waf/status/200";
    EXPECT_EQ(forward(lab, "http-refuses", url).status, 403);
    EXPECT_EQ(forward(lab, "http-bad-gateway", url).status, 502);
    EXPECT_EQ(forward(lab, "http-overloaded", url).status, 429);
    EXPECT_EQ(forward(lab, "http-banned", url).status, 403);
    EXPECT_EQ(forward(lab, "http-challenged", url).field("cf-mitigated"), "challenge");
    EXPECT_EQ(forward(lab, "http-throttled", url).field("Retry-After"), "30");
    EXPECT_EQ(forward(lab, "http-garbage", url).status, 0);
    EXPECT_EQ(Client(proxy_address(lab, "http-dead")).error(), ECONNREFUSED);
    EXPECT_TRUE(Client(proxy_address(lab, "http-silent")).is_silent(50));
}

TEST(Socks4Proxy, connects_to_addresses_and_with_4a_to_names) {
    const RunningLab lab;
    const std::string target = lab.address("origin");
    const std::string granted("\x00\x5a\0\0\0\0\0\0", 8);
    Client client(proxy_address(lab, "socks4"));
    client.send(socks4_request(target, ""));
    EXPECT_EQ(client.read(8), granted);
    EXPECT_THAT(get_over(client, "/ip").body, HasSubstr(lab.proxy("socks4").at("exit").get<std::string>()));

    const std::string with_name =
        std::string("\x04\x01\x00\x50\x00\x00\x00\x01\x00", 9) + "origin.test" + '\0';
    Client knows_names(proxy_address(lab, "socks4a"));
    knows_names.send(with_name);
    EXPECT_EQ(knows_names.read(8), granted);
    EXPECT_EQ(get_over(knows_names, "/ip").status, 200);
    Client knows_none(proxy_address(lab, "socks4"));
    knows_none.send(with_name);
    EXPECT_EQ(knows_none.read(2), std::string("\x00\x5b", 2));
}

TEST(Socks4Proxy, looks_at_the_user) {
    const RunningLab lab;
    for (const auto& [user, code] : {std::pair("s3cr3t-user-socks4-auth", '\x5a'), std::pair("x", '\x5d')}) {
        Client client(proxy_address(lab, "socks4-auth"));
        client.send(socks4_request(lab.address("origin"), user));
        EXPECT_EQ(client.read(2), (std::string{'\0', code}));
    }
}

TEST(Socks5Proxy, connects_to_addresses_and_names) {
    const RunningLab lab;
    for (const std::string& request : {socks5_request(lab.address("origin")),
                                       std::string("\x05\x01\x00\x03\x0borigin.test\x00\x50", 18)}) {
        Client client(proxy_address(lab, "socks5h"));
        client.send(std::string("\x05\x01\x00", 3));
        EXPECT_EQ(client.read(2), std::string("\x05\x00", 2));
        client.send(request);
        EXPECT_EQ(client.read(10).substr(0, 4), std::string("\x05\x00\x00\x01", 4));
        EXPECT_THAT(get_over(client, "/ip").body,
                    HasSubstr(lab.proxy("socks5h").at("exit").get<std::string>()));
    }
}

TEST(Socks5Proxy, negotiates_a_login) {
    const RunningLab lab;
    Client no_login(proxy_address(lab, "socks5-auth"));
    no_login.send(std::string("\x05\x01\x00", 3));
    EXPECT_EQ(no_login.read_to_end(), "\x05\xff");
    for (const std::string user : {"user-socks5-auth", "user-socks5-nobody"}) {
        const std::string password = "s3cr3t-socks5-auth";
        Client client(proxy_address(lab, "socks5-auth"));
        client.send(std::string("\x05\x02\x00\x02", 4));
        EXPECT_EQ(client.read(2), "\x05\x02");
        client.send('\x01' + std::string(1, static_cast<char>(user.size())) + user +
                    std::string(1, static_cast<char>(password.size())) + password);
        const bool right = user == "user-socks5-auth";
        EXPECT_EQ(client.read(2), (std::string{'\x01', right ? '\0' : '\x01'}));
    }
}

TEST(Socks5Proxy, tells_why_it_did_not_get_there) {
    const RunningLab lab;
    const auto code_for = [&lab](const std::string& proxy, const std::string& request) {
        Client client(proxy_address(lab, proxy));
        client.send(std::string("\x05\x01\x00", 3));
        client.read(2);
        client.send(request);
        return static_cast<int>(client.read(10).at(1));
    };
    const std::string origin = socks5_request(lab.address("origin"));
    EXPECT_EQ(code_for("socks5", socks5_request(lab.address("refused"))), 5);
    EXPECT_EQ(code_for("socks5", socks5_request("192.0.2.1:80")), 3);
    EXPECT_EQ(code_for("socks5", std::string("\x05\x01\x00\x03\x01x\x00\x50", 8)), 4);
    EXPECT_EQ(code_for("socks5", std::string("\x05\x02\x00\x01\x7f\x00\x00\x01\x00\x50", 10)), 7);
    EXPECT_EQ(code_for("socks5-refuses", origin), 2);
    EXPECT_EQ(code_for("socks5-bad-gateway", origin), 1);
}

TEST(Proxies, hold_a_marked_secret_in_every_url_with_a_login) {
    const RunningLab lab;
    int with_login = 0;
    const auto lab_json = nlohmann::json::parse(std::ifstream(lab.dir() / "lab.json"));
    for (const auto& [name, proxy] : lab_json["proxies"].items()) {
        const std::string url = proxy["url"];
        if (url.find('@') == url.npos) continue;
        ++with_login;
        EXPECT_THAT(url, HasSubstr("s3cr3t-")) << name;
    }
    EXPECT_EQ(with_login, 3 * 6);
    EXPECT_THAT(lab.proxy("socks5-odd-login").at("url"),
                HasSubstr("u%40ser%2Fsocks5-odd-login:s3cr3t-p%40ss%3A%23%25%2F%20"));
}

}  // namespace
}  // namespace outrider::lab
