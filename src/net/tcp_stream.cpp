#include "tcp_stream.hpp"

#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace outrider {
namespace {

IoResult failure(IoStatus would_block) {
    if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) return {would_block, 0, {}};
    if (errno == ENOBUFS || errno == ENOMEM) {
        return {IoStatus::failed, 0, Fault{Error::local_resources, std::strerror(errno)}};
    }
    return {IoStatus::failed, 0, Fault{Error::connection_reset, std::strerror(errno)}};
}

}  // namespace

IoResult TcpStream::read_new(std::span<char> into) {
    const ssize_t count = ::recv(descriptor_, into.data(), into.size(), 0);
    if (count < 0) return failure(IoStatus::want_read);
    if (count == 0) return {IoStatus::closed, 0, {}};
    return {IoStatus::ok, static_cast<std::size_t>(count), {}};
}

IoResult TcpStream::write(std::string_view bytes) {
    const ssize_t count = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0) return failure(IoStatus::want_write);
    return {IoStatus::ok, static_cast<std::size_t>(count), {}};
}

}  // namespace outrider
