#include "tcp.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <random>
#include <stdexcept>
#include <thread>

namespace integration {

namespace {

struct Address {
    sockaddr_storage storage{};
    socklen_t size = 0;
    const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
};

Address address_of(const std::string& literal, std::uint16_t port) {
    Address address;
    if (auto* v4 = reinterpret_cast<sockaddr_in*>(&address.storage);
        inet_pton(AF_INET, literal.c_str(), &v4->sin_addr) == 1) {
        v4->sin_family = AF_INET;
        v4->sin_port = htons(port);
        address.size = sizeof(sockaddr_in);
        return address;
    }
    auto* v6 = reinterpret_cast<sockaddr_in6*>(&address.storage);
    if (inet_pton(AF_INET6, literal.c_str(), &v6->sin6_addr) != 1) throw std::runtime_error("no address");
    v6->sin6_family = AF_INET6;
    v6->sin6_port = htons(port);
    address.size = sizeof(sockaddr_in6);
    return address;
}

Fd bound(const std::string& literal, std::uint16_t port) {
    const Address address = address_of(literal, port);
    Fd fd(socket(address.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int on = 1;
    setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(fd.get(), address.get(), address.size) != 0) return Fd();
    return fd;
}

}  // namespace

Fd::~Fd() {
    if (fd_ >= 0) close(fd_);
}

Fd listen_on(const std::string& address, std::uint16_t port, int backlog) {
    Fd fd = bound(address, port);
    if (fd.get() < 0 || listen(fd.get(), backlog) != 0)
        throw std::runtime_error("cannot listen on " + address + ": " + std::strerror(errno));
    return fd;
}

std::uint16_t port_of(const Fd& socket) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size);
    return ntohs(reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

std::uint16_t free_port() {
    static std::mt19937 random{std::random_device{}()};
    std::uniform_int_distribution<int> ports(10000, 32000);
    for (int attempt = 0; attempt < 200; ++attempt) {
        const auto port = static_cast<std::uint16_t>(ports(random));
        if (!can_connect(port) && bound("127.0.0.1", port).get() >= 0) return port;
    }
    throw std::runtime_error("no free port");
}

ClosedPort::ClosedPort() : bound_(bound("127.0.0.1", 0)), port_(port_of(bound_)) {}

FullPort::FullPort() : listener_(listen_on("127.0.0.1", 0, 0)) {
    const Address address = address_of("127.0.0.1", port());
    for (int i = 0; i < 4; ++i) {
        pending_.emplace_back(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        [[maybe_unused]] const int in_progress = connect(pending_.back().get(), address.get(), address.size);
    }
}

Fd connect_to(std::uint16_t port) {
    const Address address = address_of("127.0.0.1", port);
    Fd fd(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    return connect(fd.get(), address.get(), address.size) == 0 ? std::move(fd) : Fd();
}

bool can_connect(std::uint16_t port) {
    return connect_to(port).get() >= 0;
}

bool eventually(const std::function<bool()>& condition, std::chrono::milliseconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

std::string host_port(std::uint16_t port) {
    return "127.0.0.1:" + std::to_string(port);
}

}  // namespace integration
