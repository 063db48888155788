#pragma once

#include "lab/io.hpp"
#include "lab/stats.hpp"
#include "lab/stream.hpp"

#include <openssl/ssl.h>

#include <cstdint>
#include <functional>
#include <string>

namespace outrider::lab {

/// What is done with a connection; its stream lives as long as the task.
using Serve = std::function<Task<void>(Stream&)>;

/// A port on loopback, with what is served there.
class Listener {
public:
    /// Listens on `address`, in 127.0.0.0/8, or 0.0.0.0 for all of that net and nothing else; port 0 takes a
    /// free one. With `tls`, connections are served once their TLS handshake is through. Throws where it
    /// cannot bind.
    Listener(Executor executor, const Tcp::endpoint& address, SSL_CTX* tls, Serve serve,
             ConnectionCount& count);

    /// `127.0.0.1:41234`
    std::string address() const;
    std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
    /// Accepts for ever.
    void start();

private:
    Task<void> accept_all();
    Task<void> session(Socket socket);

    Acceptor acceptor_;
    SSL_CTX* tls_;
    Serve serve_;
    ConnectionCount& count_;
};

/// An address that nothing listens on, kept so that nothing else can take it: connections are refused.
class ClosedPort {
public:
    ClosedPort(Executor executor, const Tcp::endpoint& address);
    std::string address() const;
    std::uint16_t port() const { return socket_.local_endpoint().port(); }

private:
    Socket socket_;
};

/// A port whose queue of connections is full: the SYN of any other is dropped.
class FullPort {
public:
    explicit FullPort(Executor executor);
    std::string address() const;

private:
    Acceptor acceptor_;
    Socket first_;
    Socket second_;
};

/// `127.0.0.1:80`
std::string to_string(const Tcp::endpoint& endpoint);

}  // namespace outrider::lab
