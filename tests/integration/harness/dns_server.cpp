#include "dns_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <stdexcept>

namespace integration {

namespace {

constexpr std::size_t header_size = 12;
constexpr char type_a = 1;
constexpr char type_aaaa = 28;

/// The name of the first question; `end` is set behind its last byte.
std::string question_name(const std::string& query, std::size_t& end) {
    std::string name;
    std::size_t at = header_size;
    while (at < query.size() && query[at] != 0) {
        const auto length = static_cast<std::size_t>(query[at]);
        if (!name.empty()) name += '.';
        name += query.substr(at + 1, length);
        at += length + 1;
    }
    end = at + 1;
    return name;
}

std::string address_bytes(const std::string& literal) {
    char bytes[16];
    if (inet_pton(AF_INET, literal.c_str(), bytes) == 1) return std::string(bytes, 4);
    if (inet_pton(AF_INET6, literal.c_str(), bytes) == 1) return std::string(bytes, 16);
    return {};
}

char response_code(DnsAnswer::Kind kind) {
    switch (kind) {
        case DnsAnswer::Kind::server_failure:
            return 2;
        case DnsAnswer::Kind::no_such_name:
            return 3;
        case DnsAnswer::Kind::refused:
            return 5;
        case DnsAnswer::Kind::silence:
        case DnsAnswer::Kind::none_of_this_type:
        case DnsAnswer::Kind::address:
            return 0;
    }
    return 0;
}

}  // namespace

DnsServer::DnsServer(Names names, DnsAnswer otherwise)
    : names_(std::move(names)),
      otherwise_(std::move(otherwise)),
      socket_(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(53);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        throw std::runtime_error("cannot bind 127.0.0.1:53");
    thread_ = std::thread([this] { serve(); });
}

DnsServer::~DnsServer() {
    stopping_ = true;
    thread_.join();
}

void DnsServer::serve() {
    while (!stopping_) {
        pollfd readable{socket_.get(), POLLIN, 0};
        if (poll(&readable, 1, 20) != 1) continue;
        char bytes[1500];
        sockaddr_storage peer{};
        socklen_t size = sizeof peer;
        const ssize_t n =
            recvfrom(socket_.get(), bytes, sizeof bytes, 0, reinterpret_cast<sockaddr*>(&peer), &size);
        if (n < static_cast<ssize_t>(header_size)) continue;
        const std::string query(bytes, static_cast<std::size_t>(n));
        std::size_t end = 0;
        const std::string name = question_name(query, end);
        if (end + 4 > query.size()) continue;
        {
            const std::lock_guard lock(mutex_);
            ++all_;
            if (query[end + 1] == type_a) ++asked_[name];
        }
        answer(query.substr(0, end + 4), name, &peer, size);
    }
}

void DnsServer::answer(std::string query, const std::string& name, const void* peer, unsigned size) const {
    const auto known = names_.find(name);
    const DnsAnswer& what = known == names_.end() ? otherwise_ : known->second;
    if (what.kind == DnsAnswer::Kind::silence) return;
    const std::string address = address_bytes(what.address);
    const char asked = query[query.size() - 3];
    const bool fits =
        (asked == type_a && address.size() == 4) || (asked == type_aaaa && address.size() == 16);
    query[2] = static_cast<char>(0x81);  // an answer, recursion desired
    query[3] = static_cast<char>(0x80 | response_code(what.kind));
    query[7] = fits ? 1 : 0;   // answers
    query[9] = query[11] = 0;  // no authority, no additional records
    if (fits) {
        query += std::string("\xc0\x0c\x00", 3) + asked + std::string("\x00\x01\x00\x00\x00\x3c\x00", 7);
        query += static_cast<char>(address.size());
        query += address;
    }
    std::this_thread::sleep_for(what.delay);
    sendto(socket_.get(), query.data(), query.size(), 0, static_cast<const sockaddr*>(peer), size);
}

int DnsServer::questions(const std::string& name) const {
    const std::lock_guard lock(mutex_);
    const auto found = asked_.find(name);
    return found == asked_.end() ? 0 : found->second;
}

int DnsServer::questions() const {
    const std::lock_guard lock(mutex_);
    return all_;
}

}  // namespace integration
