#include "dns_refusals.hpp"

#include <ares.h>

#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstddef>

namespace outrider {
namespace {

// RFC 1035 section 4.1.1: the RCODE is in the fourth byte of a header of twelve.
std::optional<int> refusal_in(const unsigned char* message, ssize_t size) {
    if (size < 12) return std::nullopt;
    switch (message[3] & 0x0f) {
        case 2:
            return ARES_ESERVFAIL;
        case 4:
            return ARES_ENOTIMP;
        case 5:
            return ARES_EREFUSED;
        default:
            return std::nullopt;
    }
}

// c-ares wants all of its calls replaced or none, and leaves sockets that are not its own as they are.

ares_socket_t open_socket(int family, int type, int protocol, void*) {
    return ::socket(family, type | SOCK_NONBLOCK | SOCK_CLOEXEC, protocol);
}

int close_socket(ares_socket_t socket, void*) {
    return ::close(socket);
}

int connect_socket(ares_socket_t socket, const sockaddr* to, ares_socklen_t size, void*) {
    return ::connect(socket, to, size);
}

// Of TCP, where no sender is asked for, a message may come in pieces.
ares_ssize_t receive(ares_socket_t socket, void* into, std::size_t size, int flags, sockaddr* from,
                     ares_socklen_t* from_size, void* last) {
    const ssize_t count = ::recvfrom(socket, into, size, flags, from, from_size);
    if (from != nullptr) {
        *static_cast<std::optional<int>*>(last) = refusal_in(static_cast<const unsigned char*>(into), count);
    }
    return count;
}

ares_ssize_t send(ares_socket_t socket, const iovec* parts, int count, void*) {
    msghdr message{};
    message.msg_iov = const_cast<iovec*>(parts);
    message.msg_iovlen = static_cast<std::size_t>(count);
    return ::sendmsg(socket, &message, MSG_NOSIGNAL);
}

}  // namespace

void note_refusals(ares_channeldata* channel, std::optional<int>& last) {
    static const ares_socket_functions functions{&open_socket, &close_socket, &connect_socket, &receive,
                                                 &send};
    ares_set_socket_functions(channel, &functions, &last);
}

}  // namespace outrider
