#include "pump.hpp"

#include <string_view>
#include <utility>
#include <variant>

namespace outrider {
namespace {

Fail handshake_fault(const StepResult& step) {
    if (step.ended == Ended::late) return {Error::proxy_timeout, step.detail};
    if (step.error == Error::local_resources) return {step.error, step.detail};
    const bool tls = step.error == Error::tls_handshake;
    return {tls ? Error::proxy_tls : Error::proxy_closed, step.detail};
}

}  // namespace

Task<HandshakeEnd> run_handshake(Connection& connection, Handshake& handshake, Step next,
                                 const Limits& limits, std::span<char> buffer) {
    // A proxy may answer and hang up before it has read everything: its answer still counts.
    HandshakeEnd write_fault;
    for (;;) {
        if (auto* fail = std::get_if<Fail>(&next)) co_return std::move(*fail);
        if (auto* done = std::get_if<Done>(&next)) {
            if (!done->leftover.empty()) connection.unread(std::move(done->leftover));
            co_return std::nullopt;
        }
        if (const auto* write = std::get_if<Write>(&next)) {
            std::string_view bytes = write->bytes;
            while (!bytes.empty() && !write_fault) {
                const Deadline due = sooner(limits.connect_end, limits.next_write());
                const StepResult step = co_await connection.write_some(bytes, due);
                if (step.ended == Ended::late) co_return handshake_fault(step);
                if (step.ended != Ended::ok) write_fault = handshake_fault(step);
                bytes.remove_prefix(step.bytes);
            }
            next = handshake.resume({});
            continue;
        }
        const Deadline due = sooner(limits.connect_end, limits.next_read());
        const StepResult step = co_await connection.read_some(buffer, due);
        if (step.ended == Ended::ok) {
            next = handshake.resume(std::string_view(buffer.data(), step.bytes));
            continue;
        }
        if (auto refusal = handshake.refusal()) co_return std::move(*refusal);
        // An alert says why the peer took no more.
        const bool alert = step.ended == Ended::failed && step.error == Error::tls_handshake;
        if (write_fault && !alert) co_return std::move(*write_fault);
        if (step.ended == Ended::late || step.ended == Ended::failed) co_return handshake_fault(step);
        next = handshake.closed();
    }
}

}  // namespace outrider
