#include "outrider/plan/lists.hpp"
#include "outrider/plan/proxy_line.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace outrider;

namespace {

void check(bool holds) {
    if (!holds) std::abort();
}

// What is read can be sent: nothing in it could end a line or overflow a length byte.
void check_proxy(const Proxy& proxy) {
    check(!proxy.address.host.empty() && proxy.address.host.size() <= 255 && proxy.address.port != 0);
    const bool socks5 = proxy.kind == ProxyKind::socks5 || proxy.kind == ProxyKind::socks5h;
    for (const auto& field : {proxy.user, proxy.password}) {
        if (!field) continue;
        check(field->reveal().find_first_of(std::string_view("\r\n\0", 3)) == std::string::npos);
        check(!socks5 || (!field->empty() && field->reveal().size() <= 255));
    }
    // What is shown, without its stars, leads to the same place.
    Proxy open = proxy;
    open.user.reset();
    open.password.reset();
    const auto again = parse_proxy_line(masked(open), ProxyKind::http);
    check(again && comparison_key(again->front()) == comparison_key(open));
}

// What is written of it is read as it again, alone in its list.
void check_line(const Proxy& proxy, ProxyKind kind) {
    const std::string line = list_line(proxy, kind);
    const auto lines = split_list(line);
    check(lines.size() == 1 && lines[0].text == line);
    const auto again = parse_proxy_line(lines[0].text, kind);
    check(again && again->size() == 1 && comparison_key(again->front()) == comparison_key(proxy));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const ListLine& line : split_list(text)) {
        check(!line.text.empty() && line.number > 0);
        if (!line.fault.empty()) continue;
        for (const ProxyKind kind : {ProxyKind::http, ProxyKind::socks5}) {
            const auto proxies = parse_proxy_line(line.text, kind);
            if (!proxies) check(!proxies.reason().empty());
            if (!proxies) continue;
            check_proxy(proxies->front());
            for (const std::size_t i : {std::size_t{0}, proxies->size() - 1})
                check_line((*proxies)[i], kind);
        }
    }
    return 0;
}
