#include "lab/proxy_server.hpp"

#include "lab/faults.hpp"

#include <array>

namespace outrider::lab {

Task<void> serve_proxy(Stream& client, const Dialer& dialer, const ProxySpec& spec) {
    if (spec.conduct == Conduct::silent) {
        co_await client.read_to_end();
        co_return;
    }
    if (spec.conduct == Conduct::garbage) {
        const std::string_view garbage = "\x7f nothing that anybody speaks\r\n\r\n";
        co_await client.write(garbage);
        client.finish();
        co_return;
    }
    switch (spec.kind) {
        case ProxyKind::http:
        case ProxyKind::https:
            co_await serve_http_proxy(client, dialer, spec);
            break;
        case ProxyKind::socks4:
        case ProxyKind::socks4a:
            co_await serve_socks4_proxy(client, dialer, spec);
            break;
        case ProxyKind::socks5:
        case ProxyKind::socks5h:
            co_await serve_socks5_proxy(client, dialer, spec);
            break;
    }
}

Task<bool> ByteReader::fill() {
    std::array<char, 1024> block;
    const std::span<char> into(block);
    const std::size_t count = co_await stream_.read_some(into);
    buffer_.append(block.data(), count);
    co_return count != 0;
}

Task<std::string> ByteReader::take(std::size_t count) {
    bool more = true;
    while (more && buffer_.size() < count)
        more = co_await fill();
    std::string taken = buffer_.substr(0, count);
    buffer_.erase(0, count);
    co_return taken;
}

Task<std::string> ByteReader::take_to_nul() {
    constexpr std::size_t longest = 4096;
    bool more = true;
    while (more && buffer_.find('\0') == buffer_.npos && buffer_.size() < longest)
        more = co_await fill();
    const std::size_t end = buffer_.find('\0');
    std::string taken = buffer_.substr(0, end);
    buffer_.erase(0, end == buffer_.npos ? end : end + 1);
    co_return taken;
}

}  // namespace outrider::lab
