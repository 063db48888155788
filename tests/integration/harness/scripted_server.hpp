#pragma once

#include "tcp.hpp"

#include <openssl/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace integration {

/// How a scripted server speaks TLS. Files are PEM.
struct ServerTls {
    std::string certificate;
    std::string key;
    int max_version = 0;    ///< as OpenSSL's TLS1_1_VERSION; 0: the newest
    std::string client_ca;  ///< not empty: a client certificate is asked for, and one is needed
};

/// One accepted connection, as a script sees it. Every operation returns at once when the server is stopped.
class Peer {
public:
    Peer(Fd fd, int number, SSL_CTX* tls);
    ~Peer();

    int number() const { return number_; }  ///< of the connection at its server, from 0
    std::string address() const;            ///< where it comes from, without port
    const std::string& server_name() const { return server_name_; }  ///< the SNI; empty: none

    /// Reads until `received` ends the head of a request (a blank line), or the peer has closed. Returns the
    /// head. What follows it stays for the next read.
    std::string read_head();
    /// Reads a request: its head and as much of a body as its Content-Length says.
    std::string read_request();
    /// Reads exactly `size` bytes, or fewer where the peer has closed.
    std::string read(std::size_t size);
    /// Reads what comes first: one segment, or nothing where the peer closes.
    std::string read_some();
    /// Reads until the peer closes.
    std::string read_rest();
    void send(std::string_view bytes);
    /// One byte at a time with `gap` between them, for as long as the peer takes them.
    void drip(std::string_view bytes, std::chrono::milliseconds gap);
    /// Waits for the peer to go, reading nothing that counts.
    void hold() { read_rest(); }
    /// Carries bytes both ways between this peer and a port of 127.0.0.1 until either closes. Plain peers
    /// only.
    void tunnel(std::uint16_t port);
    /// Reads nothing at all until the server is stopped or the peer has gone.
    void idle();
    void close_notify();  ///< TLS only: the polite end of the stream
    void reset();         ///< RST

private:
    friend class ScriptedServer;
    void stop();
    bool fill();

    Fd fd_;
    int number_;
    SSL* ssl_ = nullptr;
    std::string server_name_;
    std::string buffer_;
    std::atomic<bool> gone_{false};
};

/// A server on loopback that does to every connection what its script says, each in a thread of its own, and
/// then closes it.
class ScriptedServer {
public:
    using Script = std::function<void(Peer&)>;
    explicit ScriptedServer(Script script, const std::string& address = "127.0.0.1");
    ScriptedServer(Script script, const ServerTls& tls, const std::string& address = "127.0.0.1");
    ~ScriptedServer();

    std::uint16_t port() const { return port_; }
    /// "http://127.0.0.1:PORT" and `path`; with https where it speaks TLS.
    std::string url(std::string_view path = "/") const;
    int connections() const { return accepted_; }

    /// Keeps `text` for the test to look at; scripts call it.
    void note(std::string text);
    std::vector<std::string> notes() const;

private:
    struct Connection {
        std::unique_ptr<Peer> peer;
        std::thread thread;
    };
    void accept_all();
    void serve(Peer& peer);

    Script script_;
    SSL_CTX* tls_ = nullptr;
    Fd listener_;
    std::uint16_t port_;
    std::atomic<int> accepted_{0};
    std::atomic<bool> stopping_{false};
    mutable std::mutex mutex_;
    std::list<Connection> connections_;
    std::vector<std::string> notes_;
    std::thread acceptor_;
};

/// "HTTP/1.1 STATUS X", the given header lines (each with its CRLF) and a body of known length.
std::string response(int status, std::string_view header_lines = "", std::string_view body = "ok");

/// A script that reads one request and answers it with `bytes`.
ScriptedServer::Script answer(std::string bytes);
/// A server that answers every request with `bytes` and keeps the requests.
class RecordingServer {
public:
    explicit RecordingServer(std::string bytes = response(200));
    std::uint16_t port() const { return server_.port(); }
    std::string url(std::string_view path = "/") const { return server_.url(path); }
    std::vector<std::string> requests() const { return server_.notes(); }

private:
    ScriptedServer server_;
};

}  // namespace integration
