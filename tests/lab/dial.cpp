#include "lab/dial.hpp"

#include <netinet/in.h>

#include <memory>
#include <string_view>
#include <utility>

namespace outrider::lab {

namespace {

constexpr std::chrono::seconds patience(3);

/// Takes a source port only when the connection is made, so that many can leave from one address.
using BindAddressOnly = asio::detail::socket_option::boolean<IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT>;

bool is_ours(std::string_view name) {
    return name.ends_with(".test") || name == "only-proxy-knows.invalid" || name == "localhost";
}

DialFault fault_of(const boost::system::error_code& error) {
    if (error == asio::error::connection_refused) return DialFault::refused;
    if (error == asio::error::operation_aborted || error == asio::error::timed_out) return DialFault::timeout;
    return DialFault::unreachable;
}

}  // namespace

void Dialer::set_origin(std::uint16_t plain_port, std::uint16_t tls_port) {
    plain_port_ = plain_port;
    tls_port_ = tls_port;
}

std::optional<Tcp::endpoint> Dialer::resolve(const std::string& host, std::uint16_t port) const {
    boost::system::error_code error;
    const asio::ip::address literal = asio::ip::make_address(host, error);
    if (!error) return Tcp::endpoint(literal, port);
    if (!is_ours(host)) return {};
    if (host != "localhost" && port == 80) port = plain_port_;
    if (host != "localhost" && port == 443) port = tls_port_;
    return Tcp::endpoint(asio::ip::address_v4::loopback(), port);
}

Task<Dialled> Dialer::dial(Executor executor, const std::string& host, std::uint16_t port,
                           asio::ip::address_v4 exit) const {
    Dialled result;
    const std::optional<Tcp::endpoint> target = resolve(host, port);
    if (!target) result.fault = DialFault::unknown_name;
    if (target && !(target->address().is_v4() && target->address().is_loopback())) {
        result.fault = DialFault::unreachable;
    }
    if (result.fault != DialFault::none) co_return result;

    // Shared with the timer's handler, which may still be queued when the connection stands.
    const auto socket = std::make_shared<Socket>(executor);
    boost::system::error_code error;
    socket->open(Tcp::v4(), error);
    if (!error) socket->set_option(BindAddressOnly(true), error);
    const Tcp::endpoint source(exit, 0);
    if (!error) socket->bind(source, error);
    if (error) {
        result.fault = DialFault::unreachable;
        co_return result;
    }
    Timer timer(executor, patience);
    timer.async_wait([socket](boost::system::error_code stopped) {
        if (!stopped) socket->cancel(stopped);
    });
    const Tcp::endpoint endpoint = *target;
    const auto [failure] = co_await socket->async_connect(endpoint, no_throw);
    timer.cancel();
    if (failure) {
        result.fault = fault_of(failure);
    } else {
        result.stream.emplace(std::move(*socket));
    }
    co_return result;
}

}  // namespace outrider::lab
