#include "lab/dns.hpp"

#include "lab/test_client.hpp"

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <stdexcept>

namespace outrider::lab {
namespace {

constexpr std::uint16_t type_a = 1;
constexpr std::uint16_t type_aaaa = 28;

/// A query for one name (RFC 1035 section 4.1).
std::string query(const std::string& name, std::uint16_t type) {
    std::string packet("\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00", 12);
    for (std::size_t at = 0; at < name.size();) {
        const std::size_t dot = std::min(name.find('.', at), name.size());
        packet += static_cast<char>(dot - at) + name.substr(at, dot - at);
        at = dot + 1;
    }
    return packet + std::string{'\0', '\0', static_cast<char>(type), '\0', '\1'};
}

struct Told {
    int code = -1;
    int count = 0;
    std::string last_address;  ///< its bytes
};

Told read_answer(const std::string& packet, std::uint16_t type) {
    if (packet.size() < 12) return {};
    const std::size_t length = type == type_a ? 4 : 16;
    const int count = static_cast<unsigned char>(packet[7]);
    return {packet[3] & 15, count, count > 0 ? packet.substr(packet.size() - length) : ""};
}

Told tell(const DnsZone& zone, const std::string& name, std::uint16_t type) {
    const std::string packet = query(name, type);
    return read_answer(dns_answer(packet, parse_question(packet).value(), zone.find(name)), type);
}

TEST(Dns, tells_what_the_zone_says) {
    const DnsZone zone;
    const struct {
        const char* name;
        std::uint16_t type;
        int code;
        int count;
    } cases[] = {
        {"origin.test", type_a, 0, 1},       {"origin.test", type_aaaa, 0, 0},
        {"a.b.test", type_a, 0, 1},          {"nobody.example", type_a, 3, 0},
        {"dns-servfail.test", type_a, 2, 0}, {"dns-refused.test", type_a, 5, 0},
        {"dns-nxdomain.test", type_a, 3, 0}, {"dns-many.test", type_a, 0, 20},
        {"dns-v6.test", type_a, 0, 0},       {"dns-v6.test", type_aaaa, 0, 1},
        {"dns-both.test", type_a, 0, 1},     {"dns-both.test", type_aaaa, 0, 1},
        {"dns-empty.test", type_a, 0, 0},
    };
    for (const auto& [name, type, code, count] : cases) {
        const Told told = tell(zone, name, type);
        EXPECT_EQ(told.code, code) << name;
        EXPECT_EQ(told.count, count) << name;
    }
    EXPECT_EQ(tell(zone, "dns-many.test", type_a).last_address, std::string("\x7f\x00\x00\x14", 4));
    EXPECT_EQ(tell(zone, "dns-v6.test", type_aaaa).last_address, std::string(15, '\0') + '\1');
}

TEST(Dns, takes_names_from_a_scenario) {
    DnsZone zone;
    zone.add({{"a.example", {"127.0.0.9"}}, {"b.example", "SERVFAIL"}, {".c.example", {"127.0.0.8"}}});
    EXPECT_EQ(tell(zone, "a.example", type_a).count, 1);
    EXPECT_EQ(tell(zone, "b.example", type_a).code, 2);
    EXPECT_EQ(tell(zone, "x.c.example", type_a).count, 1);
    EXPECT_EQ(tell(zone, "c.example", type_a).code, 3);
    for (const auto& wrong :
         {nlohmann::json{{"a", "WHAT"}}, {{"a", {1}}}, {{"a", nlohmann::json::object()}}}) {
        EXPECT_THROW(DnsZone().add(wrong), std::invalid_argument) << wrong;
    }
    EXPECT_ANY_THROW(DnsZone().add({{"a", {"no address"}}}));
}

TEST(Dns, reads_no_question_where_there_is_none) {
    const std::string whole = query("origin.test", type_a);
    EXPECT_EQ(parse_question(whole)->name, "origin.test");
    EXPECT_EQ(parse_question(query("ORIGIN.Test", type_a))->name, "origin.test");
    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_FALSE(parse_question(std::string_view(whole).substr(0, size))) << size;
    }
}

/// What the server sends back within a while.
std::string ask(const std::string& server, const std::string& packet, int patience_ms) {
    const std::size_t colon = server.find(':');
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(server.substr(colon + 1))));
    inet_pton(AF_INET, server.substr(0, colon).c_str(), &address.sin_addr);
    const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
    const timeval patience{patience_ms / 1000, patience_ms % 1000 * 1000};
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::sendto(socket, packet.data(), packet.size(), 0, reinterpret_cast<const sockaddr*>(&address),
             sizeof address);
    std::array<char, 1500> block;
    const ssize_t got = ::recv(socket, block.data(), block.size(), 0);
    ::close(socket);
    return got < 0 ? "" : std::string(block.data(), static_cast<std::size_t>(got));
}

TEST(Dns, is_served_on_udp_and_counted) {
    const RunningLab lab;
    const std::string server = lab.address("dns");
    EXPECT_EQ(read_answer(ask(server, query("origin.test", type_a), 5000), type_a).count, 1);
    EXPECT_EQ(read_answer(ask(server, query("Origin.test", type_aaaa), 5000), type_aaaa).code, 0);
    EXPECT_EQ(ask(server, query("dns-silent.test", type_a), 50), "");
    ask(server, "nonsense", 1);
    const auto queries = lab.page("stats")["dns"];
    EXPECT_EQ(queries.dump(), R"({"dns-silent.test":1,"origin.test":2})");
}

}  // namespace
}  // namespace outrider::lab
