#pragma once

#include "files.hpp"
#include "process.hpp"
#include "tcp.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace integration {

struct Credentials {
    std::string user;
    std::string password;
    /// "user:password@", or nothing without credentials.
    static std::string prefix(const std::optional<Credentials>& credentials);
};
using Auth = std::optional<Credentials>;

/// A foreign server of Debian on a free port of 127.0.0.1 with a configuration of its own; ready when it is
/// made, gone with the object.
class RealServer {
public:
    /// Its command, once the configuration has been written into the folder for that port.
    using Setup = std::function<std::vector<std::string>(const TempDir&, std::uint16_t port)>;
    RealServer(std::string name, const Setup& setup, ProcessOptions options = {});

    std::uint16_t port() const { return port_; }
    /// SCHEME://[user:password@]127.0.0.1:PORT
    std::string proxy_url(std::string_view scheme, const Auth& auth = std::nullopt) const;
    std::string path(std::string_view file) const { return dir_ / file; }

private:
    TempDir dir_;
    std::uint16_t port_;
    std::unique_ptr<Process> process_;
};

using ServerPtr = std::unique_ptr<RealServer>;

// Forward proxies, with a user and a password where `auth` is given.
ServerPtr start_squid(const Auth& auth = std::nullopt, std::string_view more_config = "");
ServerPtr start_tinyproxy(const Auth& auth = std::nullopt, std::string_view more_config = "");
ServerPtr start_privoxy(std::string_view blocked_host);       // knows no passwords
ServerPtr start_danted(const Auth& auth = std::nullopt);      // SOCKS4, 4a, 5, 5h
ServerPtr start_microsocks(const Auth& auth = std::nullopt);  // SOCKS5, 5h

// TLS in front of a plain port, with the `server` certificate: what makes an https proxy of an HTTP proxy.
ServerPtr start_stunnel(std::uint16_t backend);
ServerPtr start_haproxy(std::uint16_t backend);

/// nginx with TLS on its port; `server_config` goes into the server block.
ServerPtr start_nginx(std::string_view server_config, const std::string& certificate = "server");
/// nginx without TLS; `http_config` stands before the server block.
ServerPtr start_plain_nginx(std::string_view server_config, std::string_view http_config = "");

/// haproxy speaking HTTP; `config` is what its frontend does.
ServerPtr start_http_haproxy(std::string_view config);

}  // namespace integration
