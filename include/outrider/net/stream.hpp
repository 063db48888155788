#pragma once

#include "outrider/net/fault.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace outrider {

enum class IoStatus {
    ok,          ///< `bytes` were moved, or the handshake is done
    want_read,   ///< nothing can be done until the socket is readable
    want_write,  ///< nothing can be done until the socket is writable
    closed,      ///< the peer ended the stream
    truncated,   ///< the peer ended a TLS stream without close_notify
    failed,      ///< see `fault`
};

struct IoResult {
    IoStatus status = IoStatus::ok;
    std::size_t bytes = 0;
    MaybeFault fault;
};

/// A byte stream that never blocks: one layer of a transport. Layers stand on each other (TLS on TCP, TLS on
/// TLS).
class Stream {
public:
    virtual ~Stream() = default;

    IoResult read(std::span<char> into);
    virtual IoResult write(std::string_view bytes) = 0;

    /// Gives bytes back that were read too early: the next read gets them first.
    void unread(std::string bytes);

private:
    virtual IoResult read_new(std::span<char> into) = 0;

    std::string early_;
};

}  // namespace outrider
