#include "pump.hpp"

#include <array>
#include <variant>

namespace outrider {
namespace {

Fault handshake_fault(const StepResult& step) {
    if (step.ended == Ended::late) return {Error::proxy_timeout, step.detail};
    if (step.error == Error::local_resources) return {step.error, step.detail};
    const bool tls = step.error == Error::tls_handshake;
    return {tls ? Error::proxy_tls : Error::proxy_closed, step.detail};
}

}  // namespace

Task<MaybeFault> run_handshake(Connection& connection, Handshake& handshake, Step next, Limits limits) {
    std::array<char, 4096> buffer;
    // A proxy may answer and hang up before it has read everything: its answer still counts.
    MaybeFault write_fault;
    for (;;) {
        if (auto* fail = std::get_if<Fail>(&next)) co_return Fault{fail->error, std::move(fail->detail)};
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
        } else if (step.ended == Ended::closed || step.ended == Ended::truncated) {
            next = handshake.closed();
        } else {
            co_return write_fault ? *write_fault : handshake_fault(step);
        }
    }
}

}  // namespace outrider
