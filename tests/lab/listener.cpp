#include "lab/listener.hpp"

#include <sys/socket.h>

#include <cerrno>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

namespace outrider::lab {

namespace {

constexpr int backlog = 4096;

/// Opens and binds on loopback only: the wildcard address is tied to the loopback device.
template <class AnySocket>
void bind_loopback(AnySocket& socket, const Tcp::endpoint& address) {
    socket.open(Tcp::v4());
    if (address.address().is_unspecified()) {
        constexpr std::string_view device = "lo";
        const int result = ::setsockopt(socket.native_handle(), SOL_SOCKET, SO_BINDTODEVICE, device.data(),
                                        static_cast<socklen_t>(device.size()));
        if (result != 0) throw std::system_error(errno, std::generic_category(), "SO_BINDTODEVICE lo");
    } else if (!address.address().is_loopback()) {
        throw std::invalid_argument("the lab binds loopback addresses only");
    }
    socket.bind(address);
}

}  // namespace

std::string to_string(const Tcp::endpoint& endpoint) {
    return endpoint.address().to_string() + ':' + std::to_string(endpoint.port());
}

Listener::Listener(Executor executor, const Tcp::endpoint& address, SSL_CTX* tls, Serve serve,
                   ConnectionCount& count)
    : acceptor_(executor), tls_(tls), serve_(std::move(serve)), count_(count) {
    bind_loopback(acceptor_, address);
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
    if (!stream.local().address().is_loopback()) co_return;
    if (tls_) {
        const bool secured = co_await stream.accept_tls(tls_);
        if (!secured) co_return;
    }
    co_await serve_(stream);
}

ClosedPort::ClosedPort(Executor executor, const Tcp::endpoint& address) : socket_(executor) {
    bind_loopback(socket_, address);
}

std::string ClosedPort::address() const {
    return to_string(socket_.local_endpoint());
}

FullPort::FullPort(Executor executor) : acceptor_(executor), first_(executor), second_(executor) {
    bind_loopback(acceptor_, {asio::ip::address_v4::loopback(), 0});
    acceptor_.listen(0);
    // A queue of length 0 takes one connection; the second makes sure that it is full.
    // asio's own connect would wait for the second for ever.
    const Tcp::endpoint here = acceptor_.local_endpoint();
    for (Socket* socket : {&first_, &second_}) {
        socket->open(Tcp::v4());
        socket->native_non_blocking(true);
        ::connect(socket->native_handle(), here.data(), static_cast<socklen_t>(here.size()));
    }
}

std::string FullPort::address() const {
    return to_string(acceptor_.local_endpoint());
}

}  // namespace outrider::lab
