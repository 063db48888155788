#pragma once

#include "outrider/net/socket.hpp"
#include "outrider/net/stream.hpp"

namespace outrider {

/// A connected socket as a stream; the socket belongs to somebody else.
class TcpStream final : public Stream {
public:
    explicit TcpStream(Socket& socket) : socket_(socket) {}

    IoResult write(std::string_view bytes) override;

private:
    IoResult read_new(std::span<char> into) override;

    Socket& socket_;
};

}  // namespace outrider
