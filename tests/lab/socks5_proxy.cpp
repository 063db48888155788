#include "lab/proxy_server.hpp"
#include "lab/relay.hpp"

#include <utility>

namespace outrider::lab {

namespace {

// RFC 1928 and RFC 1929.
enum class Code : char {
    granted = 0,
    failed = 1,
    forbidden = 2,
    network_unreachable = 3,
    host_unreachable = 4,
    refused = 5,
    ttl_expired = 6,
    no_command = 7,
    no_address_type = 8
};
constexpr char no_login = 0;
constexpr char user_password = 2;
constexpr char no_method = '\xff';

std::uint8_t byte_at(const std::string& bytes, std::size_t index) {
    return index < bytes.size() ? static_cast<std::uint8_t>(bytes[index]) : std::uint8_t{0};
}

Code code_of(DialFault fault) {
    switch (fault) {
        case DialFault::none:
            return Code::granted;
        case DialFault::unknown_name:
            return Code::host_unreachable;
        case DialFault::refused:
            return Code::refused;
        case DialFault::timeout:
            return Code::ttl_expired;
        case DialFault::unreachable:
            return Code::network_unreachable;
    }
    return Code::failed;
}

Code code_of(Conduct conduct) {
    if (conduct == Conduct::works) return Code::granted;
    return conduct == Conduct::refuses ? Code::forbidden : Code::failed;
}

/// One message of a length that its first byte tells.
Task<std::string> take_counted(ByteReader& reader) {
    const std::string length = co_await reader.take(1);
    const std::size_t count = byte_at(length, 0);
    std::string text = co_await reader.take(count);
    co_return text;
}

/// The greeting, and the login where one is wanted.
Task<bool> admit(Stream& client, ByteReader& reader, const ProxySpec& spec) {
    const std::string version = co_await reader.take(1);
    if (version != "\x05") co_return false;
    const std::string methods = co_await take_counted(reader);
    const char wanted = spec.wants ? user_password : no_login;
    const bool offered = methods.find(wanted) != methods.npos;
    const std::string choice = {'\x05', offered ? wanted : no_method};
    const bool chosen = co_await client.write(choice);
    if (!chosen || !offered || !spec.wants) co_return chosen&& offered;

    const std::string login_version = co_await reader.take(1);
    const std::string user = co_await take_counted(reader);
    const std::string password = co_await take_counted(reader);
    const bool known =
        login_version == "\x01" && user == spec.wants->user && password == spec.wants->password;
    const std::string status = {'\x01', known ? '\0' : '\1'};
    const bool told = co_await client.write(status);
    co_return told&& known;
}

struct Wish {
    Code code = Code::granted;
    std::string host = {};
    std::uint16_t port = 0;
};

Task<Wish> read_wish(ByteReader& reader) {
    Wish wish;
    const std::string head = co_await reader.take(4);
    switch (byte_at(head, 3)) {
        case 1: {
            const std::string a = co_await reader.take(4);
            wish.host = asio::ip::address_v4({byte_at(a, 0), byte_at(a, 1), byte_at(a, 2), byte_at(a, 3)})
                            .to_string();
            break;
        }
        case 3: {
            std::string name = co_await take_counted(reader);
            wish.host = std::move(name);
            break;
        }
        case 4: {
            co_await reader.take(16);
            wish.code = Code::network_unreachable;  // the lab is on 127.0.0.0/8
            break;
        }
        default:
            wish.code = Code::no_address_type;
    }
    const std::string port = co_await reader.take(2);
    wish.port = static_cast<std::uint16_t>(byte_at(port, 0) << 8 | byte_at(port, 1));
    if (byte_at(head, 1) != 1) wish.code = Code::no_command;
    co_return wish;
}

Task<bool> reply(Stream& client, Code code, const asio::ip::address_v4& exit) {
    std::string bytes = {'\x05', static_cast<char>(code), '\0', '\x01'};
    for (const unsigned char byte : exit.to_bytes())
        bytes += static_cast<char>(byte);
    bytes += {'\x1f', '\x90'};
    const bool written = co_await client.write(bytes);
    co_return written&& code == Code::granted;
}

}  // namespace

Task<void> serve_socks5_proxy(Stream& client, const Dialer& dialer, const ProxySpec& spec) {
    ByteReader reader(client);
    const bool admitted = co_await admit(client, reader, spec);
    if (!admitted) {
        client.finish();
        co_return;
    }
    Wish wish = co_await read_wish(reader);
    if (wish.code == Code::granted) wish.code = code_of(spec.conduct);
    Dialled origin;
    if (wish.code == Code::granted) {
        const Executor executor = client.executor();
        co_await pause(executor, spec.delay);
        origin = co_await dialer.dial(executor, wish.host, wish.port, spec.exit);
        wish.code = code_of(origin.fault);
    }
    const bool through = co_await reply(client, wish.code, spec.exit);
    if (!through) {
        client.finish();
        co_return;
    }
    std::string early = reader.rest();
    co_await relay(client, *origin.stream, std::move(early));
}

}  // namespace outrider::lab
