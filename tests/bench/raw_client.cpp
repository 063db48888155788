// The least that a probe can cost: epoll, sockets and OpenSSL, and nothing that a report would need. It
// checks the certificate and the name in it, reads each answer to its end, and counts those that are a 200.
//   raw_client [--proxies FILE] [--cacert FILE] [--threads N] URL COUNT CONCURRENCY
// Hosts are IPv4 literals, the URL as much as the proxies (http://HOST:PORT, one a line). Prints one line of
// JSON.

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <arpa/inet.h>
#include <getopt.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

constexpr int patience_ms = 20'000;  ///< without any event: then the peers are taken for dead

struct Place {
    std::string authority;  ///< `127.0.0.1:8080`
    sockaddr_in address{};
};

std::uint32_t to_number(std::string_view text) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size())
        throw std::invalid_argument("no number: " + std::string(text));
    return number;
}

Place parse_place(std::string_view authority) {
    Place place{std::string(authority), {}};
    const std::size_t colon = std::min(authority.find(':'), authority.size() - 1);
    const std::string host(authority.substr(0, colon));
    place.address.sin_family = AF_INET;
    place.address.sin_port = htons(static_cast<std::uint16_t>(to_number(authority.substr(colon + 1))));
    if (inet_pton(AF_INET, host.c_str(), &place.address.sin_addr) != 1)
        throw std::invalid_argument("no IPv4 address: " + host);
    return place;
}

std::vector<Place> read_proxies(const char* path) {
    constexpr std::string_view scheme = "http://";
    std::vector<Place> proxies;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(scheme)) throw std::invalid_argument("no HTTP proxy: " + line);
        proxies.push_back(parse_place(std::string_view(line).substr(scheme.size())));
    }
    if (proxies.empty()) throw std::invalid_argument(std::string("no proxies in ") + path);
    return proxies;
}

/// What all probes of a run share.
struct Work {
    Work(std::string_view url, const char* proxy_file, const char* cacert);

    const sockaddr_in& address(std::size_t probe) const {
        return proxies.empty() ? target.address : proxies[probe % proxies.size()].address;
    }
    bool tunnels() const { return tls && !proxies.empty(); }

    Place target;
    std::vector<Place> proxies;
    std::string request;
    std::string connect;
    std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> tls{nullptr, &SSL_CTX_free};
};

/// Every handshake is a whole one, and every certificate is checked, as outrider does.
SSL_CTX* make_tls(const std::string& authority, const char* cacert) {
    SSL_CTX* context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
    static constexpr unsigned char alpn[] = "\x08http/1.1";
    SSL_CTX_set_alpn_protos(context, alpn, sizeof alpn - 1);
    const std::string host = authority.substr(0, authority.find(':'));
    X509_VERIFY_PARAM_set1_ip_asc(SSL_CTX_get0_param(context), host.c_str());
    const bool loaded = cacert ? SSL_CTX_load_verify_file(context, cacert) == 1
                               : SSL_CTX_set_default_verify_paths(context) == 1;
    if (!loaded) throw std::invalid_argument("--cacert cannot be read");
    return context;
}

Work::Work(std::string_view url, const char* proxy_file, const char* cacert) {
    const bool secure = url.starts_with("https://");
    const std::size_t start = url.find("://") + 3;
    const std::size_t slash = std::min(url.find('/', start), url.size());
    target = parse_place(url.substr(start, slash - start));
    if (proxy_file) proxies = read_proxies(proxy_file);
    if (secure) tls.reset(make_tls(target.authority, cacert));

    const bool absolute_form = !secure && proxy_file;
    const std::string fields =
        "Host: " + target.authority + "\r\nUser-Agent: outrider/" OUTRIDER_VERSION "\r\n";
    request = "GET " + std::string(url.substr(absolute_form ? 0 : slash)) + " HTTP/1.1\r\n" + fields +
              "Accept: */*\r\nConnection: close\r\n\r\n";
    connect = "CONNECT " + target.authority + " HTTP/1.1\r\n" + fields + "\r\n";
}

/// What has come of an answer so far.
struct Answer {
    bool is_ok() const { return bytes.size() > 12 && bytes.compare(9, 3, "200") == 0; }
    std::size_t head_end() const {
        const std::size_t blank_line = bytes.find("\r\n\r\n");
        return blank_line == bytes.npos ? 0 : blank_line + 4;
    }
    /// Whether as much has come as its Content-Length announces; without one it ends with the connection.
    bool is_whole() const;

    std::string bytes;
};

bool Answer::is_whole() const {
    constexpr std::string_view name = "\r\nContent-Length: ";
    const std::size_t head = head_end();
    const std::size_t field = bytes.find(name);
    if (head == 0 || field >= head) return false;
    const std::size_t value = field + name.size();
    const std::string_view digits(bytes.data() + value, bytes.find('\r', value) - value);
    return bytes.size() - head >= to_number(digits);
}

/// One probe; its place is used again for the next, and so its buffer.
class Connection {
public:
    enum class State { waiting, succeeded, failed };

    void open(const Work& work, std::size_t probe, int epoll);
    /// Goes on until it has to wait for the socket, or is over.
    State resume(const Work& work);
    void close();

private:
    enum class Stage { connect, tunnel, handshake, answer };

    State begin(const Work& work);
    State start_tls(const Work& work);
    State shake_hands(const Work& work);
    State ask(const Work& work);
    State read_tunnel(const Work& work);
    State read_answer();
    /// As recv() and send(), of the plain or the encrypted stream.
    int read(char* into, int size) {
        return ssl_ ? SSL_read(ssl_, into, size)
                    : static_cast<int>(::recv(socket_, into, static_cast<std::size_t>(size), 0));
    }
    bool send_all(std::string_view bytes) {
        const int size = static_cast<int>(bytes.size());
        return size == (ssl_ ? SSL_write(ssl_, bytes.data(), size)
                             : static_cast<int>(::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL)));
    }
    bool must_wait(int result) const {
        return ssl_ ? SSL_get_error(ssl_, result) == SSL_ERROR_WANT_READ : result < 0 && errno == EAGAIN;
    }

    int socket_ = -1;
    SSL* ssl_ = nullptr;
    Stage stage_ = Stage::connect;
    Answer answer_;
};

void Connection::open(const Work& work, std::size_t probe, int epoll) {
    stage_ = Stage::connect;
    answer_.bytes.clear();
    socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const sockaddr_in& address = work.address(probe);
    // A fault of either shows as an event of the socket, too.
    ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    epoll_event event{.events = EPOLLIN | EPOLLOUT | EPOLLET, .data = {.ptr = this}};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, socket_, &event) != 0)
        throw std::runtime_error("no socket to be had");
}

Connection::State Connection::resume(const Work& work) {
    switch (stage_) {
        case Stage::connect:
            return begin(work);
        case Stage::tunnel:
            return read_tunnel(work);
        case Stage::handshake:
            return shake_hands(work);
        case Stage::answer:
            return read_answer();
    }
    return State::failed;
}

Connection::State Connection::begin(const Work& work) {
    if (!work.tls) return ask(work);
    if (!work.tunnels()) return start_tls(work);
    stage_ = Stage::tunnel;
    return send_all(work.connect) ? State::waiting : State::failed;
}

Connection::State Connection::read_tunnel(const Work& work) {
    std::array<char, 1024> block;
    const int count = read(block.data(), block.size());
    if (count <= 0) return must_wait(count) ? State::waiting : State::failed;
    answer_.bytes.append(block.data(), static_cast<std::size_t>(count));
    if (answer_.head_end() == 0) return State::waiting;
    if (!answer_.is_ok()) return State::failed;
    answer_.bytes.clear();
    return start_tls(work);
}

Connection::State Connection::start_tls(const Work& work) {
    stage_ = Stage::handshake;
    ssl_ = SSL_new(work.tls.get());
    SSL_set_fd(ssl_, socket_);
    SSL_set_connect_state(ssl_);
    return shake_hands(work);
}

Connection::State Connection::shake_hands(const Work& work) {
    const int result = SSL_do_handshake(ssl_);
    if (result == 1) return ask(work);
    return must_wait(result) ? State::waiting : State::failed;
}

// On a new connection the request always fits into the socket's buffer.
Connection::State Connection::ask(const Work& work) {
    stage_ = Stage::answer;
    return send_all(work.request) ? State::waiting : State::failed;
}

Connection::State Connection::read_answer() {
    std::array<char, 16384> block;
    for (;;) {
        const int count = read(block.data(), block.size());
        if (count == 0) return answer_.is_ok() ? State::succeeded : State::failed;
        if (count < 0) return must_wait(count) ? State::waiting : State::failed;
        answer_.bytes.append(block.data(), static_cast<std::size_t>(count));
        if (answer_.is_whole()) return answer_.is_ok() ? State::succeeded : State::failed;
    }
}

void Connection::close() {
    if (ssl_) ERR_clear_error();
    SSL_free(ssl_);
    ssl_ = nullptr;
    ::close(socket_);
}

/// Makes `count` probes from the `first` on, `concurrency` at once; returns how many succeeded.
std::size_t run(const Work& work, std::size_t first, std::size_t count, std::size_t concurrency) {
    const int epoll = epoll_create1(EPOLL_CLOEXEC);
    std::vector<Connection> connections(std::min(concurrency, count));
    std::array<epoll_event, 256> events;
    const std::size_t end = first + count;
    std::size_t next = first;
    std::size_t open = 0;
    std::size_t succeeded = 0;
    const auto start = [&](Connection& connection) {
        connection.open(work, next++, epoll);
        ++open;
    };
    for (Connection& connection : connections)
        start(connection);
    while (open > 0) {
        const int ready = epoll_wait(epoll, events.data(), events.size(), patience_ms);
        if (ready <= 0) break;
        for (int i = 0; i < ready; ++i) {
            auto& connection = *static_cast<Connection*>(events[static_cast<std::size_t>(i)].data.ptr);
            const Connection::State state = connection.resume(work);
            if (state == Connection::State::waiting) continue;
            if (state == Connection::State::succeeded) ++succeeded;
            connection.close();
            --open;
            if (next < end) start(connection);
        }
    }
    ::close(epoll);
    return succeeded;
}

/// The same by several threads, which share nothing that changes but OpenSSL's own.
std::size_t run_all(const Work& work, std::size_t count, std::size_t concurrency, std::size_t threads) {
    std::vector<std::size_t> succeeded(threads);
    std::vector<std::thread> others;
    const auto share = [&](std::size_t i) {
        const std::size_t first = count * i / threads;
        const std::size_t end = count * (i + 1) / threads;
        succeeded[i] = run(work, first, end - first, std::max<std::size_t>(concurrency / threads, 1));
    };
    for (std::size_t i = 1; i < threads; ++i)
        others.emplace_back(share, i);
    share(0);
    for (std::thread& other : others)
        other.join();
    std::size_t sum = 0;
    for (const std::size_t part : succeeded)
        sum += part;
    return sum;
}

void raise_descriptor_limit() {
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

int main(int argc, char** argv) try {
    const auto started = std::chrono::steady_clock::now();
    static const option options[] = {{"proxies", required_argument, nullptr, 'p'},
                                     {"cacert", required_argument, nullptr, 'c'},
                                     {"threads", required_argument, nullptr, 't'},
                                     {}};
    const char* proxies = nullptr;
    const char* cacert = nullptr;
    std::size_t threads = 1;
    for (int found; (found = getopt_long(argc, argv, "", options, nullptr)) != -1;) {
        if (found == 'p') proxies = optarg;
        if (found == 'c') cacert = optarg;
        if (found == 't') threads = std::max(to_number(optarg), 1u);
        if (found == '?') return 64;
    }
    if (argc - optind != 3) throw std::invalid_argument("raw_client [OPTIONS] URL COUNT CONCURRENCY");

    std::signal(SIGPIPE, SIG_IGN);
    raise_descriptor_limit();
    const Work work(argv[optind], proxies, cacert);
    const std::size_t count = to_number(argv[optind + 1]);
    const std::size_t ok = run_all(work, count, to_number(argv[optind + 2]), threads);
    const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - started;
    std::printf("{\"client\":\"raw\",\"n\":%zu,\"ok\":%zu,\"wall_ms\":%.1f}\n", count, ok, wall.count());
    return ok == count ? 0 : 1;
} catch (const std::exception& fault) {
    std::fprintf(stderr, "raw_client: %s\n", fault.what());
    return 64;
}
