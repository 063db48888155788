#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace integration {

/// A file descriptor that closes itself.
class Fd {
public:
    explicit Fd(int fd = -1) : fd_(fd) {}
    ~Fd();
    Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Fd& operator=(Fd&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    int get() const { return fd_; }

private:
    int fd_;
};

/// A listening socket on a loopback address; port 0 takes a free one.
Fd listen_on(const std::string& address = "127.0.0.1", std::uint16_t port = 0, int backlog = 4096);
std::uint16_t port_of(const Fd& socket);

/// A port of 127.0.0.1 for a server that must be told one: it was free a moment ago, and lies below those
/// that the kernel gives to outgoing connections.
std::uint16_t free_port();
/// A port of 127.0.0.1 that refuses connections for as long as the object lives.
class ClosedPort {
public:
    ClosedPort();
    std::uint16_t port() const { return port_; }

private:
    Fd bound_;
    std::uint16_t port_;
};

/// A port of 127.0.0.1 that never finishes a connection: its queue is full, so the kernel drops every SYN.
class FullPort {
public:
    FullPort();
    std::uint16_t port() const { return port_of(listener_); }

private:
    Fd listener_;
    std::vector<Fd> pending_;
};

/// A connection to a port of 127.0.0.1; its fd is -1 where there is none to be had.
Fd connect_to(std::uint16_t port);
bool can_connect(std::uint16_t port);
/// Waits until `condition` holds; false after `limit`.
bool eventually(const std::function<bool()>& condition,
                std::chrono::milliseconds limit = std::chrono::seconds(15));

std::string host_port(std::uint16_t port);

}  // namespace integration
