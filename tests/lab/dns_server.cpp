#include "lab/dns.hpp"
#include "lab/listener.hpp"

#include <array>
#include <random>
#include <stdexcept>
#include <utility>

namespace outrider::lab {

namespace {

constexpr std::uint16_t dns_port = 53;
constexpr std::uint32_t dns_net = 0x7f350000;  // 127.53.0.0

}  // namespace

DnsServer::DnsServer(Executor executor, const DnsZone& zone, Stats& stats)
    : socket_(executor, Udp::v4()), zone_(zone), stats_(stats) {
    constexpr int tries = 8;
    std::random_device random;
    boost::system::error_code error = asio::error::access_denied;
    for (int i = 0; error && i < tries; ++i) {
        socket_.bind({asio::ip::address_v4(dns_net | (random() & 0xffff)), dns_port}, error);
    }
    if (error) socket_.bind({asio::ip::address_v4::loopback(), 0});
}

std::string DnsServer::address() const {
    const Udp::endpoint here = socket_.local_endpoint();
    return to_string(Tcp::endpoint(here.address(), here.port()));
}

std::optional<std::string> DnsServer::nameserver() const {
    const Udp::endpoint here = socket_.local_endpoint();
    if (here.port() != dns_port) return {};
    return here.address().to_string();
}

void DnsServer::start() {
    spawn(socket_.get_executor(), serve());
}

Task<void> DnsServer::serve() {
    const Executor executor = socket_.get_executor();
    for (;;) {
        std::array<char, 1500> block;
        Udp::endpoint client;
        const auto buffer = asio::buffer(block);
        const auto [error, count] = co_await socket_.async_receive_from(buffer, client, no_throw);
        if (error == asio::error::operation_aborted) co_return;
        if (!error) spawn(executor, answer(std::string(block.data(), count), client));
    }
}

Task<void> DnsServer::answer(std::string packet, Udp::endpoint client) {
    const std::optional<DnsQuestion> question = parse_question(packet);
    if (!question) co_return;
    stats_.count_query(question->name);
    const DnsEntry& entry = zone_.find(question->name);
    if (entry.silent) co_return;
    const Executor executor = socket_.get_executor();
    if (entry.delay.count() > 0) co_await pause(executor, entry.delay);
    const std::string bytes = dns_answer(packet, *question, entry);
    const auto buffer = asio::buffer(bytes);
    co_await socket_.async_send_to(buffer, client, no_throw);
}

}  // namespace outrider::lab
