#include "lab/relay.hpp"

#include <boost/asio/experimental/awaitable_operators.hpp>

#include <array>
#include <utility>

namespace outrider::lab {

namespace {

Task<void> pump(Stream& from, Stream& to) {
    std::array<char, 4096> block;
    const std::span<char> into(block);
    for (;;) {
        const std::size_t count = co_await from.read_some(into);
        if (count == 0) break;
        const std::string_view bytes(block.data(), count);
        const bool written = co_await to.write(bytes);
        if (!written) co_return;
    }
    if (from.was_reset()) {
        to.reset();
    } else {
        to.finish();
    }
}

}  // namespace

Task<void> relay(Stream& client, Stream& server, std::string early) {
    using namespace asio::experimental::awaitable_operators;
    const bool written = co_await server.write(early);
    if (!written) co_return;
    Task<void> up = pump(client, server);
    Task<void> down = pump(server, client);
    Task<void> both = std::move(up) && std::move(down);
    co_await std::move(both);
}

}  // namespace outrider::lab
