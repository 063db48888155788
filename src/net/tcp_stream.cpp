#include "tcp_stream.hpp"

#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace outrider {
namespace {

bool would_block() {
    return errno == EAGAIN || errno == EWOULDBLOCK;
}

IoResult failure() {
    if (errno == ENOBUFS || errno == ENOMEM) {
        return {IoStatus::failed, 0, Fault{Error::local_resources, std::strerror(errno)}};
    }
    return {IoStatus::failed, 0, Fault{Error::connection_reset, std::strerror(errno)}};
}

}  // namespace

// Most reads follow a request whose answer is not there yet: what the poller has not seen need not be tried.
IoResult TcpStream::read_new(std::span<char> into) {
    if (!socket_.may(Socket::Ready::read)) return {IoStatus::want_read, 0, {}};
    const ssize_t count = ::recv(socket_.descriptor(), into.data(), into.size(), 0);
    if (count > 0) return {IoStatus::ok, static_cast<std::size_t>(count), {}};
    if (count == 0) return {IoStatus::closed, 0, {}};
    if (!would_block()) return failure();
    socket_.refused(Socket::Ready::read);
    return {IoStatus::want_read, 0, {}};
}

IoResult TcpStream::write(std::string_view bytes) {
    const ssize_t count = ::send(socket_.descriptor(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count >= 0) return {IoStatus::ok, static_cast<std::size_t>(count), {}};
    if (!would_block()) return failure();
    socket_.refused(Socket::Ready::write);
    return {IoStatus::want_write, 0, {}};
}

}  // namespace outrider
