#include "lab/script.hpp"
#include "lab/test_client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <stdexcept>

namespace outrider::lab {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

LabOptions with_servers(const char* servers) {
    LabOptions options;
    options.scenario = nlohmann::json::parse(servers);
    return options;
}

std::string script_address(const RunningLab& lab, const std::string& name) {
    return nlohmann::json::parse(std::ifstream(lab.dir() / "lab.json"))["scripts"][name];
}

TEST(Scripts, are_played_byte_by_byte) {
    const RunningLab lab(with_servers(R"([{"name": "odd", "steps": [
        {"expect": "hello"}, {"send_hex": "00 ff"}, {"wait_ms": 5}, {"read": 2}, {"send": "bye", "every_ms": 1}, "reset"]}])"));
    Client client(script_address(lab, "odd"));
    client.send("well, hel");
    client.send("lo");
    EXPECT_EQ(client.read(2), std::string("\x00\xff", 2));
    client.send("xy");
    EXPECT_EQ(client.read_to_end(), "bye");
    EXPECT_TRUE(client.was_reset());
}

TEST(Scripts, play_another_part_for_each_connection_and_the_last_for_all_others) {
    const RunningLab lab(with_servers(R"([{"name": "turns", "connections": [
        [{"send": "first"}, "close"], [{"send": "other"}, "close"]]}])"));
    for (const char* expected : {"first", "other", "other"}) {
        EXPECT_EQ(Client(script_address(lab, "turns")).read_to_end(), expected);
    }
}

TEST(Scripts, record_what_they_were_sent) {
    const RunningLab lab(
        with_servers(R"([{"name": "ear", "steps": [{"read": 3}, {"send": "ok"}, "close"]}])"));
    Client client(script_address(lab, "ear"), "127.9.0.1");
    client.send(std::string("a\0\xff", 3));
    EXPECT_EQ(client.read_to_end(), "ok");
    const auto seen = lab.page("seen/ear");
    ASSERT_EQ(seen.size(), 1u);
    EXPECT_EQ(seen[0]["source"], "127.9.0.1");
    EXPECT_EQ(seen[0]["hex"], "6100ff");
    EXPECT_EQ(get(lab.address("origin"), "/__seen/nobody").status, 404);
}

TEST(Scripts, can_be_tunnels) {
    const RunningLab lab(with_servers(
        R"([{"name": "tunnel", "steps": [{"expect": "open"}, {"send": "opened "}, {"relay": "origin"}]}])"));
    Client client(script_address(lab, "tunnel"));
    client.send("open");
    EXPECT_EQ(client.read(7), "opened ");
    EXPECT_EQ(get_over(client, "/status/200").status, 200);
}

TEST(Scripts, of_proxies_leave_from_addresses_of_their_own) {
    const RunningLab lab(with_servers(R"([{"name": "tunnel", "proxy": "http", "steps": [
        {"expect": "open"}, {"relay": "origin"}]}])"));
    std::set<std::string> exits;
    const auto proxies = nlohmann::json::parse(std::ifstream(lab.dir() / "lab.json"))["proxies"];
    for (const auto& proxy : proxies)
        exits.insert(proxy["exit"].get<std::string>());
    EXPECT_EQ(exits.size(), proxies.size());
    EXPECT_EQ(exits.count("127.0.0.1"), 0u) << "direct visitors come from there";

    Client client(script_address(lab, "tunnel"));
    client.send("open");
    EXPECT_THAT(get_over(client, "/ip").body, HasSubstr(lab.proxy("tunnel").at("exit").get<std::string>()));
}

TEST(Scripts, are_refused_where_they_are_wrong) {
    const struct {
        const char* servers;
        const char* place;
    } cases[] = {
        {R"([{"steps": []}])", "/servers/0: "},
        {R"([{"name": "a"}])", "/servers/0: "},
        {R"([{"name": "a", "steps": [{"sned": "x"}]}])", "/servers/0/steps/0: "},
        {R"([{"name": "a", "steps": ["vanish"]}])", "/servers/0/steps/0: "},
        {R"([{"name": "a", "steps": [{"send_hex": "0"}]}])", "/servers/0/steps/0: "},
        {R"([{"name": "a", "steps": [], "on": "tls", "colour": 1}])", "/servers/0/colour: "},
        {R"([{"name": "a", "connections": [[], ["hang", {"every_ms": 2}]]}])",
         "/servers/0/connections/1/1: "},
    };
    for (const auto& [servers, place] : cases) {
        try {
            parse_scripts(nlohmann::json::parse(servers));
            ADD_FAILURE() << servers;
        } catch (const std::invalid_argument& wrong) {
            EXPECT_THAT(wrong.what(), StartsWith(place));
        }
    }
    EXPECT_THROW(RunningLab(with_servers(R"([{"name": "a", "steps": [{"start_tls": "nobody"}]}])")),
                 std::invalid_argument);
    EXPECT_THROW(RunningLab(with_servers(R"([{"name": "a", "steps": []}, {"name": "a", "steps": []}])")),
                 std::invalid_argument);
}

TEST(Scripts, of_proxies_lead_to_the_origin_where_they_grant) {
    const RunningLab lab;
    for (const char* name : {"bound-ipv6", "bound-name", "bound-short-name", "bound-empty-name"}) {
        Client client(script_address(lab, std::string("socks5-") + name));
        client.send(std::string("\x05\x01\x00", 3));
        EXPECT_EQ(client.read(2), std::string("\x05\x00", 2));
        client.send(std::string("\x05\x01\x00\x01\x7f\x00\x00\x01\x00\x50", 10));
        client.send("GET /status/200 HTTP/1.1\r\nConnection: close\r\n\r\n");
        EXPECT_THAT(client.read_to_end(), HasSubstr("\x1f\x90HTTP/1.1 200 OK")) << name;
    }
}

TEST(Scripts, of_proxies_break_at_every_step) {
    const RunningLab lab;
    const struct {
        const char* name;
        const char* got;
    } cases[] = {
        {"socks5-closes-at-0", ""}, {"socks5-closes-at-1", ""}, {"http-closes-at-2", "HTTP/1.1 200"}};
    for (const auto& [name, got] : cases) {
        Client client(script_address(lab, name));
        if (std::string_view(name) != "socks5-closes-at-0") client.send("CONNECT");
        EXPECT_EQ(client.read_to_end(), got) << name;
    }
    EXPECT_TRUE(Client(script_address(lab, "socks5-stalls-at-0")).is_silent(50));
}

}  // namespace
}  // namespace outrider::lab
