#pragma once

#include "lab/io.hpp"
#include "lab/stats.hpp"

#include <boost/asio/basic_datagram_socket.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/udp.hpp>
#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace outrider::lab {

/// What a name server says about one name.
struct DnsEntry {
    std::uint8_t code = 0;  ///< RFC 1035's RCODE
    std::vector<asio::ip::address> addresses = {};
    bool silent = false;  ///< never answers
    std::chrono::microseconds delay{0};
};

/// The names of the lab. One that is not there does not exist.
class DnsZone {
public:
    /// `origin.test` and all others under `.test` are 127.0.0.1; `dns-servfail.test`, `dns-refused.test`,
    /// `dns-nxdomain.test`, `dns-silent.test`, `dns-slow.test`, `dns-many.test` (127.0.0.1 to .20),
    /// `dns-v6.test` (::1 alone), `dns-both.test`, `dns-empty.test` are as they say.
    DnsZone();
    /// More names, from a scenario: `{"a.test": ["127.0.0.1"], "b.test": "SERVFAIL", "c.test": {"addresses":
    /// [...], "delay_ms": 100}}`. Throws std::invalid_argument.
    void add(const nlohmann::json& names);
    const DnsEntry& find(std::string_view name) const;

private:
    std::map<std::string, DnsEntry, std::less<>> entries_;
};

/// A question that was read from a packet.
struct DnsQuestion {
    std::string name;  ///< in lower case, without the last dot
    std::uint16_t type = 0;
    std::size_t end = 0;  ///< where the question ends in its packet
};
std::optional<DnsQuestion> parse_question(std::string_view packet);
/// The packet that answers it.
std::string dns_answer(std::string_view packet, const DnsQuestion& question, const DnsEntry& entry);

/// A name server on UDP.
class DnsServer {
public:
    /// On port 53 of some address in 127.53.0.0/16 where that is permitted, else on a free port of 127.0.0.1.
    DnsServer(Executor executor, const DnsZone& zone, Stats& stats);
    std::string address() const;
    /// The host alone, where it is on port 53.
    std::optional<std::string> nameserver() const;
    void start();

private:
    using Udp = asio::ip::udp;
    using UdpSocket = asio::basic_datagram_socket<Udp, Executor>;

    Task<void> serve();
    Task<void> answer(std::string packet, Udp::endpoint client);

    UdpSocket socket_;
    const DnsZone& zone_;
    Stats& stats_;
};

}  // namespace outrider::lab
