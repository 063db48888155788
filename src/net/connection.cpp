#include "outrider/net/connection.hpp"

#include "tcp_stream.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <array>

namespace outrider {
namespace {

StepResult step_result(IoResult&& io) {
    StepResult step;
    step.bytes = io.bytes;
    switch (io.status) {
        case IoStatus::ok:
        case IoStatus::want_read:
        case IoStatus::want_write:
            break;
        case IoStatus::closed:
            step.ended = Ended::closed;
            break;
        case IoStatus::truncated:
            step.ended = Ended::truncated;
            break;
        case IoStatus::failed:
            step.ended = Ended::failed;
            if (io.fault) {
                step.error = io.fault->error;
                step.detail = std::move(io.fault->detail);
            }
            break;
    }
    return step;
}

bool is_waiting(const IoResult& io) {
    return io.status == IoStatus::want_read || io.status == IoStatus::want_write;
}

}  // namespace

Connection::Connection(Loop& loop, std::unique_ptr<Socket> socket) : loop_(loop), socket_(std::move(socket)) {
    layers_.push_back(std::make_unique<TcpStream>(*socket_));
}

Connection::~Connection() {
    while (!layers_.empty())
        layers_.pop_back();  // from the top: each stands on the one below
}

void Connection::set_no_delay() {
    const int on = 1;
    ::setsockopt(socket_->descriptor(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

Task<bool> Connection::ready(IoStatus want, Deadline due) {
    in_a_row_ = 0;
    const auto direction = want == IoStatus::want_write ? Socket::Ready::write : Socket::Ready::read;
    // An error shows in the next read or write, with its own name.
    return socket_->wait(direction, due.at());
}

StepResult Connection::late(Deadline due) const {
    StepResult step;
    step.ended = Ended::late;
    step.detail = loop_.why_late(due);
    return step;
}

// A peer that never lets us wait would keep all others, the deadlines and the signals from their turn.
bool Connection::is_others_turn() {
    constexpr unsigned most_in_a_row = 16;
    if (++in_a_row_ <= most_in_a_row) return false;
    in_a_row_ = 0;
    return true;
}

Task<StepResult> Connection::start_tls(ssl_ctx_st& context, const std::string& host, bool verify,
                                       const Limits& limits) {
    auto layer = std::make_unique<TlsStream>(context, top(), host, verify);
    TlsStream& tls = *layer;
    layers_.push_back(std::move(layer));
    for (;;) {
        IoResult io = tls.handshake();
        if (!is_waiting(io)) co_return step_result(std::move(io));
        const Deadline due = sooner(limits.connect_end, limits.next_read());
        const bool in_time = co_await ready(io.status, due);
        if (!in_time) co_return late(due);
    }
}

Task<StepResult> Connection::read_some(std::span<char> into, Deadline due) {
    const bool pause = is_others_turn();
    if (pause) {
        co_await loop_.yield();
    }
    if (loop_.interrupted() || due.passed()) co_return late(due);
    for (;;) {
        IoResult io = top().read(into);
        if (!is_waiting(io)) co_return step_result(std::move(io));
        const bool in_time = co_await ready(io.status, due);
        if (!in_time) co_return late(due);
    }
}

Task<StepResult> Connection::write_some(std::string_view bytes, Deadline due) {
    const bool pause = is_others_turn();
    if (pause) {
        co_await loop_.yield();
    }
    if (loop_.interrupted() || due.passed()) co_return late(due);
    for (;;) {
        IoResult io = top().write(bytes);
        if (!is_waiting(io)) co_return step_result(std::move(io));
        const bool in_time = co_await ready(io.status, due);
        if (!in_time) co_return late(due);
    }
}

}  // namespace outrider
