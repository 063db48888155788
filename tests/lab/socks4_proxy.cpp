#include "lab/proxy_server.hpp"
#include "lab/relay.hpp"

#include <utility>

namespace outrider::lab {

namespace {

/// The reply codes of SOCKS4.
enum class Verdict : char { granted = 90, failed = 91, no_identd = 92, other_user = 93 };

Task<void> reply(Stream& client, Verdict verdict) {
    std::string bytes(8, '\0');
    bytes[1] = static_cast<char>(verdict);
    const bool written = co_await client.write(bytes);
    if (written && verdict != Verdict::granted) client.finish();
}

std::uint8_t byte_at(const std::string& bytes, std::size_t index) {
    return static_cast<std::uint8_t>(bytes[index]);
}

/// 0.0.0.x with x not 0 says that a name follows (SOCKS4a).
bool announces_name(const std::string& request) {
    return request.compare(4, 3, std::string(3, '\0')) == 0 && request[7] != '\0';
}

Verdict judge(const ProxySpec& spec, const std::string& user, bool has_name) {
    if (spec.wants && user != spec.wants->user) return Verdict::other_user;
    if (spec.conduct == Conduct::refuses) return Verdict::no_identd;
    if (spec.conduct != Conduct::works) return Verdict::failed;
    if (has_name && spec.kind == ProxyKind::socks4) return Verdict::failed;
    return Verdict::granted;
}

}  // namespace

Task<void> serve_socks4_proxy(Stream& client, const Dialer& dialer, const ProxySpec& spec) {
    ByteReader reader(client);
    const std::string request = co_await reader.take(8);
    if (request.size() < 8 || request[0] != 4 || request[1] != 1) co_return;
    const std::string user = co_await reader.take_to_nul();
    const bool has_name = announces_name(request);
    std::string host = asio::ip::address_v4({byte_at(request, 4), byte_at(request, 5), byte_at(request, 6),
                                             byte_at(request, 7)})
                           .to_string();
    if (has_name) host = co_await reader.take_to_nul();
    const auto port = static_cast<std::uint16_t>(byte_at(request, 2) << 8 | byte_at(request, 3));

    const Verdict verdict = judge(spec, user, has_name);
    if (verdict != Verdict::granted) {
        co_await reply(client, verdict);
        co_return;
    }
    const Executor executor = client.executor();
    co_await pause(executor, spec.delay);
    Dialled origin = co_await dialer.dial(executor, host, port, spec.exit);
    const bool connected = origin.stream.has_value();
    const Verdict outcome = connected ? Verdict::granted : Verdict::failed;
    co_await reply(client, outcome);
    if (!connected) co_return;
    std::string early = reader.rest();
    co_await relay(client, *origin.stream, std::move(early));
}

}  // namespace outrider::lab
