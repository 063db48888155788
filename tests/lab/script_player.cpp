#include "lab/script_player.hpp"

#include "lab/http.hpp"
#include "lab/relay.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace outrider::lab {

namespace {

constexpr std::size_t most_kept = 1 << 20;
constexpr char tls_handshake_record = 0x16;

std::string to_hex(std::string_view bytes) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string hex;
    for (const char c : bytes) {
        hex += digits[static_cast<unsigned char>(c) >> 4];
        hex += digits[static_cast<unsigned char>(c) & 15];
    }
    return hex;
}

/// One connection's way through its steps; each step tells whether to go on.
class Session {
public:
    Session(Stream& stream, Seen& seen, asio::ip::address_v4 exit, const Dialer& dialer,
            const TlsServers& tls)
        : stream_(stream), seen_(seen), exit_(exit), dialer_(dialer), tls_(tls) {}

    Task<bool> play(const Expect& step);
    Task<bool> play(const ReadAtLeast& step);
    Task<bool> play(const Send& step);
    Task<bool> play(const Wait& step);
    Task<bool> play(const StartTls& step);
    Task<bool> play(const Relay& step);
    Task<bool> play(const End& step);

private:
    Task<bool> read_more();
    /// Where a tunnel to `to` leads.
    Tcp::endpoint place_of(const std::string& to) const;

    Stream& stream_;
    Seen& seen_;
    const asio::ip::address_v4 exit_;
    const Dialer& dialer_;
    const TlsServers& tls_;
    std::string unread_;
};

Task<bool> Session::read_more() {
    std::array<char, 2048> block;
    const std::span<char> into(block);
    const std::size_t count = co_await stream_.read_some(into);
    unread_.append(block.data(), count);
    if (seen_.received.size() < most_kept) seen_.received.append(block.data(), count);
    co_return count != 0;
}

Task<bool> Session::play(const Expect& step) {
    std::size_t found = unread_.find(step.bytes);
    while (found == unread_.npos) {
        const bool more = co_await read_more();
        if (!more) co_return false;
        found = unread_.find(step.bytes);
    }
    unread_.erase(0, found + step.bytes.size());
    co_return true;
}

Task<bool> Session::play(const ReadAtLeast& step) {
    while (unread_.size() < step.count) {
        const bool more = co_await read_more();
        if (!more) co_return false;
    }
    unread_.clear();
    co_return true;
}

Task<bool> Session::play(const Send& step) {
    const std::size_t piece = step.gap.count() > 0 ? 1 : std::max<std::size_t>(step.bytes.size(), 1);
    const Executor executor = stream_.executor();
    bool heard = true;
    for (std::size_t at = 0; heard && at < step.bytes.size(); at += piece) {
        const std::string_view bytes = std::string_view(step.bytes).substr(at, piece);
        heard = co_await stream_.write(bytes);
        if (step.gap.count() > 0) co_await pause(executor, step.gap);
    }
    co_return heard;
}

Task<bool> Session::play(const Wait& step) {
    const Executor executor = stream_.executor();
    co_await pause(executor, step.duration);
    co_return true;
}

Task<bool> Session::play(const StartTls& step) {
    SSL_CTX* context = tls_.find(step.server);
    const bool secured = co_await stream_.accept_tls(context);
    co_return secured;
}

Tcp::endpoint Session::place_of(const std::string& to) const {
    const bool secure = unread_.starts_with(tls_handshake_record);
    if (to == "origin") return *dialer_.resolve("origin.test", secure ? 443 : 80);
    const std::size_t colon = to.rfind(':');
    const std::uint64_t port = colon == to.npos ? 0 : to_number(std::string_view(to).substr(colon + 1), 0);
    return dialer_.resolve(to.substr(0, colon), static_cast<std::uint16_t>(port)).value_or(Tcp::endpoint());
}

Task<bool> Session::play(const Relay& step) {
    bool more = true;
    if (step.to == "origin" && unread_.empty()) more = co_await read_more();
    if (!more) co_return false;
    const Executor executor = stream_.executor();
    const Tcp::endpoint place = place_of(step.to);
    const std::string host = place.address().to_string();
    const std::uint16_t port = place.port();
    Dialled server = co_await dialer_.dial(executor, host, port, exit_);
    if (!server.stream) co_return false;
    std::string early = std::exchange(unread_, {});
    co_await relay(stream_, *server.stream, std::move(early));
    co_return false;
}

Task<bool> Session::play(const End& step) {
    if (step.ending == Ending::hang) {
        bool more = true;
        while (more)
            more = co_await read_more();
    }
    const Ending ending = step.ending;
    co_await end_stream(stream_, ending);
    co_return false;
}

}  // namespace

Seen& SeenRecords::add(const std::string& server, std::string source) {
    return by_server_[server].emplace_back(Seen{std::move(source), {}, false});
}

nlohmann::ordered_json SeenRecords::to_json(const std::string& server) const {
    const auto found = by_server_.find(server);
    if (found == by_server_.end()) return nullptr;
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Seen& seen : found->second) {
        list.push_back({{"source", seen.source},
                        {"hex", to_hex(seen.received)},
                        {"text", seen.received},
                        {"ended", seen.ended}});
    }
    return list;
}

Task<void> ScriptPlayer::serve(Stream& stream) {
    const Steps& steps = script_.connections[std::min(connections_++, script_.connections.size() - 1)];
    Seen& seen = records_.add(script_.name, stream.peer().address().to_string());
    Session session(stream, seen, exit_, dialer_, tls_);
    bool goes_on = true;
    for (std::size_t i = 0; goes_on && i < steps.size(); ++i) {
        Task<bool> task = std::visit([&session](const auto& step) { return session.play(step); }, steps[i]);
        goes_on = co_await std::move(task);
    }
    if (goes_on) stream.finish();
    seen.ended = true;
}

}  // namespace outrider::lab
