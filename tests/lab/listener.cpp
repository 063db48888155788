#include "lab/listener.hpp"

#include <stdexcept>
#include <utility>

namespace outrider::lab {

namespace {

constexpr int backlog = 4096;

void require_loopback(const Tcp::endpoint& address) {
    if (!address.address().is_loopback())
        throw std::invalid_argument("the lab binds loopback addresses only");
}

}  // namespace

std::string to_string(const Tcp::endpoint& endpoint) {
    return endpoint.address().to_string() + ':' + std::to_string(endpoint.port());
}

Listener::Listener(Executor executor, const Tcp::endpoint& address, SSL_CTX* tls, Serve serve,
                   ConnectionCount& count)
    : acceptor_(executor), tls_(tls), serve_(std::move(serve)), count_(count) {
    require_loopback(address);
    acceptor_.open(Tcp::v4());
    acceptor_.bind(address);
    acceptor_.listen(backlog);
}

std::string Listener::address() const {
    return to_string(acceptor_.local_endpoint());
}

void Listener::start() {
    spawn(acceptor_.get_executor(), accept_all());
}

Task<void> Listener::accept_all() {
    constexpr std::chrono::milliseconds out_of_descriptors(10);
    const Executor executor = acceptor_.get_executor();
    for (;;) {
        auto [error, socket] = co_await acceptor_.async_accept(no_throw);
        if (error == asio::error::operation_aborted) co_return;
        if (error) {
            co_await pause(executor, out_of_descriptors);
            continue;
        }
        spawn(executor, session(std::move(socket)));
    }
}

Task<void> Listener::session(Socket socket) {
    const Counted counted(count_);
    Stream stream(std::move(socket));
    if (tls_) {
        const bool secured = co_await stream.accept_tls(tls_);
        if (!secured) co_return;
    }
    co_await serve_(stream);
}

ClosedPort::ClosedPort(Executor executor, const Tcp::endpoint& address) : socket_(executor) {
    require_loopback(address);
    socket_.open(Tcp::v4());
    socket_.bind(address);
}

std::string ClosedPort::address() const {
    return to_string(socket_.local_endpoint());
}

FullPort::FullPort(Executor executor) : acceptor_(executor), first_(executor), second_(executor) {
    acceptor_.open(Tcp::v4());
    acceptor_.bind({asio::ip::address_v4::loopback(), 0});
    acceptor_.listen(0);
    // A queue of length 0 takes one connection; the second makes sure that it is full.
    boost::system::error_code pending;
    for (Socket* socket : {&first_, &second_}) {
        socket->open(Tcp::v4());
        socket->non_blocking(true);
        socket->connect(acceptor_.local_endpoint(), pending);
    }
}

std::string FullPort::address() const {
    return to_string(acceptor_.local_endpoint());
}

}  // namespace outrider::lab
