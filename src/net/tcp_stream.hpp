#pragma once

#include "outrider/net/stream.hpp"

namespace outrider {

/// A connected, non-blocking TCP socket as a stream; the descriptor belongs to somebody else.
class TcpStream final : public Stream {
public:
    explicit TcpStream(int descriptor) : descriptor_(descriptor) {}

    IoResult write(std::string_view bytes) override;

private:
    IoResult read_new(std::span<char> into) override;

    int descriptor_;
};

}  // namespace outrider
