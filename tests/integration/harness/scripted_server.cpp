#include "scripted_server.hpp"

#include <openssl/ssl.h>

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <csignal>
#include <regex>
#include <stdexcept>

namespace integration {

namespace {

SSL_CTX* make_context(const ServerTls& tls) {
    SSL_CTX* context = SSL_CTX_new(TLS_server_method());
    if (tls.max_version != 0) {
        SSL_CTX_set_security_level(context, 0);
        SSL_CTX_set_min_proto_version(context, 0);
        SSL_CTX_set_max_proto_version(context, tls.max_version);
    }
    if (SSL_CTX_use_certificate_chain_file(context, tls.certificate.c_str()) != 1 ||
        SSL_CTX_use_PrivateKey_file(context, tls.key.c_str(), SSL_FILETYPE_PEM) != 1)
        throw std::runtime_error("cannot use " + tls.certificate);
    if (!tls.client_ca.empty()) {
        SSL_CTX_load_verify_locations(context, tls.client_ca.c_str(), nullptr);
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
    }
    return context;
}

}  // namespace

Peer::Peer(Fd fd, int number, SSL_CTX* tls) : fd_(std::move(fd)), number_(number) {
    if (!tls) return;
    ssl_ = SSL_new(tls);
    SSL_set_fd(ssl_, fd_.get());
}

Peer::~Peer() {
    if (ssl_) SSL_free(ssl_);
}

std::string Peer::address() const {
    sockaddr_in peer{};
    socklen_t size = sizeof peer;
    getpeername(fd_.get(), reinterpret_cast<sockaddr*>(&peer), &size);
    char text[INET_ADDRSTRLEN] = "";
    inet_ntop(AF_INET, &peer.sin_addr, text, sizeof text);
    return text;
}

bool Peer::fill() {
    char bytes[16384];
    const auto n = ssl_ ? SSL_read(ssl_, bytes, sizeof bytes) : recv(fd_.get(), bytes, sizeof bytes, 0);
    if (n <= 0) {
        gone_ = true;
        return false;
    }
    buffer_.append(bytes, static_cast<std::size_t>(n));
    return true;
}

std::string Peer::read_head() {
    std::size_t end = 0;
    while ((end = buffer_.find("\r\n\r\n")) == std::string::npos && fill()) {
    }
    return read(end == std::string::npos ? buffer_.size() : end + 4);
}

std::string Peer::read_request() {
    const std::string head = read_head();
    static const std::regex length("\r\nContent-Length: ([0-9]+)\r\n", std::regex::icase);
    std::smatch match;
    return std::regex_search(head, match, length) ? head + read(std::stoul(match[1])) : head;
}

std::string Peer::read(std::size_t size) {
    while (buffer_.size() < size && fill()) {
    }
    const std::string bytes = buffer_.substr(0, size);
    buffer_.erase(0, bytes.size());
    return bytes;
}

std::string Peer::read_some() {
    if (buffer_.empty()) fill();
    return std::exchange(buffer_, {});
}

std::string Peer::read_rest() {
    while (fill()) {
    }
    return std::exchange(buffer_, {});
}

void Peer::send(std::string_view bytes) {
    while (!bytes.empty() && !gone_) {
        const auto n = ssl_ ? SSL_write(ssl_, bytes.data(), static_cast<int>(bytes.size()))
                            : ::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (n <= 0) gone_ = true;
        if (n > 0) bytes.remove_prefix(static_cast<std::size_t>(n));
    }
}

void Peer::drip(std::string_view bytes, std::chrono::milliseconds gap) {
    for (std::size_t i = 0; i < bytes.size() && !gone_; ++i) {
        send(bytes.substr(i, 1));
        std::this_thread::sleep_for(gap);
    }
}

void Peer::tunnel(std::uint16_t port) {
    const Fd other = connect_to(port);
    ::send(other.get(), buffer_.data(), buffer_.size(), MSG_NOSIGNAL);
    pollfd fds[] = {{fd_.get(), POLLIN, 0}, {other.get(), POLLIN, 0}};
    while (!gone_ && other.get() >= 0) {
        poll(fds, 2, 100);
        for (int from : {0, 1}) {
            char bytes[16384];
            if (fds[from].revents == 0) continue;
            const ssize_t n = recv(fds[from].fd, bytes, sizeof bytes, 0);
            if (n <= 0) return;
            ::send(fds[1 - from].fd, bytes, static_cast<std::size_t>(n), MSG_NOSIGNAL);
        }
    }
}

void Peer::idle() {
    pollfd hangup{fd_.get(), POLLRDHUP, 0};
    while (!gone_ && poll(&hangup, 1, 50) == 0) {
    }
}

void Peer::close_notify() {
    if (ssl_) SSL_shutdown(ssl_);
}

void Peer::reset() {
    const linger at_once{1, 0};
    setsockopt(fd_.get(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    if (ssl_) SSL_set_quiet_shutdown(ssl_, 1);
    fd_ = Fd();
    gone_ = true;
}

void Peer::stop() {
    gone_ = true;
    shutdown(fd_.get(), SHUT_RDWR);
}

ScriptedServer::ScriptedServer(Script script, const std::string& address)
    : script_(std::move(script)), listener_(listen_on(address)), port_(port_of(listener_)) {
    std::signal(SIGPIPE, SIG_IGN);
    acceptor_ = std::thread([this] { accept_all(); });
}

ScriptedServer::ScriptedServer(Script script, const ServerTls& tls, const std::string& address)
    : script_(std::move(script)),
      tls_(make_context(tls)),
      listener_(listen_on(address)),
      port_(port_of(listener_)) {
    std::signal(SIGPIPE, SIG_IGN);
    acceptor_ = std::thread([this] { accept_all(); });
}

ScriptedServer::~ScriptedServer() {
    stopping_ = true;
    shutdown(listener_.get(), SHUT_RDWR);
    acceptor_.join();
    for (Connection& connection : connections_) {
        {
            const std::lock_guard lock(mutex_);
            if (connection.peer) connection.peer->stop();
        }
        connection.thread.join();
    }
    if (tls_) SSL_CTX_free(tls_);
}

void ScriptedServer::accept_all() {
    while (!stopping_) {
        Fd fd(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
        if (fd.get() < 0) continue;
        Connection& connection = connections_.emplace_back();
        connection.peer = std::make_unique<Peer>(std::move(fd), accepted_++, tls_);
        connection.thread = std::thread([this, &connection] {
            serve(*connection.peer);
            const std::lock_guard lock(mutex_);
            connection.peer.reset();
        });
    }
}

void ScriptedServer::serve(Peer& peer) {
    if (peer.ssl_) {
        if (SSL_accept(peer.ssl_) != 1) return;
        const char* name = SSL_get_servername(peer.ssl_, TLSEXT_NAMETYPE_host_name);
        if (name) peer.server_name_ = name;
    }
    script_(peer);
}

std::string ScriptedServer::url(std::string_view path) const {
    return (tls_ ? "https://" : "http://") + host_port(port_) + std::string(path);
}

void ScriptedServer::note(std::string text) {
    const std::lock_guard lock(mutex_);
    notes_.push_back(std::move(text));
}

std::vector<std::string> ScriptedServer::notes() const {
    const std::lock_guard lock(mutex_);
    return notes_;
}

ScriptedServer::Script answer(std::string bytes) {
    return [bytes = std::move(bytes)](Peer& peer) {
        peer.read_head();
        peer.send(bytes);
    };
}

RecordingServer::RecordingServer(std::string bytes)
    : server_([this, bytes = std::move(bytes)](Peer& peer) {
          server_.note(peer.read_request());
          peer.send(bytes);
      }) {}

std::string response(int status, std::string_view header_lines, std::string_view body) {
    return "HTTP/1.1 " + std::to_string(status) + " X\r\n" + std::string(header_lines) +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

}  // namespace integration
