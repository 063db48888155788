#pragma once

#include "outrider/net/limits.hpp"
#include "outrider/net/loop.hpp"
#include "outrider/net/socket.hpp"
#include "outrider/net/stream.hpp"
#include "outrider/net/tls.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// What a deadline-bound step came to.
enum class Ended { ok, closed, truncated, late, failed };

struct StepResult {
    Ended ended = Ended::ok;
    std::size_t bytes = 0;
    Error error{};       ///< with failed
    std::string detail;  ///< with failed, what happened; with late, the limit that fired, or the signal
};

/// One TCP connection and the TLS layers on it. Every awaiting call takes the deadline that ends it; a call
/// that was late leaves the connection fit only to be destroyed.
class Connection {
public:
    Connection(Loop& loop, std::unique_ptr<Socket> socket);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// For what takes turns in short messages, TLS and tunnels: none waits for the receipt of the one before.
    void set_no_delay();

    /// Puts a TLS layer on top and shakes hands: by `limits.connect_end`, and never `limits.read` without
    /// progress.
    Task<StepResult> start_tls(ssl_ctx_st& context, const std::string& host, bool verify,
                               const Limits& limits);

    /// Reads what comes, at least one byte.
    Task<StepResult> read_some(std::span<char> into, Deadline due);
    /// Writes some bytes, at least one.
    Task<StepResult> write_some(std::string_view bytes, Deadline due);

    /// Bytes for the next layer that came with those of this one.
    void unread(std::string bytes) { top().unread(std::move(bytes)); }

private:
    Stream& top() { return *layers_.back(); }
    Task<bool> ready(IoStatus want, Deadline due);
    StepResult late(Deadline due) const;
    bool is_others_turn();

    Loop& loop_;
    std::unique_ptr<Socket> socket_;
    unsigned in_a_row_ = 0;                        ///< steps that did not have to wait
    std::vector<std::unique_ptr<Stream>> layers_;  ///< tcp first
};

}  // namespace outrider
