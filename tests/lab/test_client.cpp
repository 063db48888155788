#include "lab/test_client.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

// The means of all tests.
namespace outrider::lab {

namespace {

std::filesystem::path fresh_folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "outrider-lab-XXXXXX").string();
    if (!::mkdtemp(pattern.data())) throw std::runtime_error("mkdtemp");
    return pattern;
}

sockaddr_in socket_address(const std::string& host, std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    if (inet_pton(AF_INET, host.c_str(), &address.sin_addr) != 1)
        throw std::runtime_error("no address: " + host);
    return address;
}

}  // namespace

RunningLab::RunningLab(LabOptions options) : dir_(fresh_folder()) {
    // OpenSSL writes with write(), here and in the lab.
    std::signal(SIGPIPE, SIG_IGN);
    options.dir = dir_;
    lab_ = std::make_unique<Lab>(options);
    thread_ = std::thread([this] { lab_->run(); });
}

RunningLab::~RunningLab() {
    lab_->stop();
    thread_.join();
    lab_.reset();
    std::filesystem::remove_all(dir_);
}

nlohmann::json RunningLab::page(const std::string& name) const {
    return nlohmann::json::parse(get(address("origin"), "/__" + name).body);
}

Client::Client(const std::string& address, const std::string& source, int patience_ms)
    : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    const timeval patience{patience_ms / 1000, patience_ms % 1000 * 1000};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (!source.empty()) {
        const sockaddr_in from = socket_address(source, 0);
        ::bind(socket_, reinterpret_cast<const sockaddr*>(&from), sizeof from);
    }
    const std::size_t colon = address.rfind(':');
    const auto port = static_cast<std::uint16_t>(std::stoi(address.substr(colon + 1)));
    const sockaddr_in to = socket_address(address.substr(0, colon), port);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) error_ = errno;
}

Client::~Client() {
    close();
}

void Client::close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
}

void Client::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

std::string Client::read(std::size_t count) {
    std::string bytes;
    std::array<char, 65536> block;
    while (bytes.size() < count) {
        const ssize_t got = ::recv(socket_, block.data(), std::min(block.size(), count - bytes.size()), 0);
        if (got < 0) reset_ = errno == ECONNRESET;
        if (got <= 0) break;
        bytes.append(block.data(), static_cast<std::size_t>(got));
    }
    return bytes;
}

std::string Client::read_to_end() {
    return read(std::string::npos);
}

bool Client::is_silent(int milliseconds) {
    const timeval patience{0, milliseconds * 1000};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    char byte;
    const ssize_t got = ::recv(socket_, &byte, 1, 0);
    return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
}

std::string Answer::field(const std::string& name) const {
    const std::size_t start = head.find("\r\n" + name + ": ");
    if (start == head.npos) return "";
    const std::size_t value = start + name.size() + 4;
    return head.substr(value, head.find("\r\n", value) - value);
}

Answer parse_answer(const std::string& bytes) {
    Answer answer;
    const std::size_t end = bytes.find("\r\n\r\n");
    answer.head = bytes.substr(0, end == bytes.npos ? end : end + 2);
    if (end != bytes.npos) answer.body = bytes.substr(end + 4);
    if (bytes.starts_with("HTTP/1.1 ")) answer.status = std::atoi(bytes.c_str() + 9);
    return answer;
}

Answer get_over(Client& client, const std::string& path, std::string_view early) {
    client.send("GET " + path + " HTTP/1.1\r\nHost: lab\r\nConnection: close\r\n\r\n");
    return parse_answer(std::string(early) + client.read_to_end());
}

Answer get(const std::string& address, const std::string& path, const std::string& source) {
    Client client(address, source);
    return get_over(client, path);
}

}  // namespace outrider::lab
