#include "real_servers.hpp"

#include "certificates.hpp"

#include <unistd.h>

#include <sstream>
#include <stdexcept>

namespace integration {

namespace {

bool is_root() {
    return geteuid() == 0;
}

std::string trimmed(std::string text) {
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    return text;
}

/// The password as crypt() has it, in the scheme that openssl names with `option`.
std::string hashed(const std::string& password, const char* option) {
    ProcessOptions options;
    options.input = password + "\n";
    return trimmed(run({"openssl", "passwd", option, "-stdin"}, options).out);
}

}  // namespace

std::string Credentials::prefix(const Auth& auth) {
    return auth ? auth->user + ":" + auth->password + "@" : "";
}

RealServer::RealServer(std::string name, const Setup& setup, ProcessOptions options) : port_(free_port()) {
    process_ = std::make_unique<Process>(setup(dir_, port_), std::move(options));
    if (!eventually([this] { return can_connect(port_) || !process_->running(); }) || !process_->running()) {
        process_->signal(15);
        throw std::runtime_error(name + " did not start: " + process_->wait().err);
    }
}

std::string RealServer::proxy_url(std::string_view scheme, const Auth& auth) const {
    return std::string(scheme) + "://" + Credentials::prefix(auth) + host_port(port_);
}

ServerPtr start_squid(const Auth& auth, std::string_view more_config) {
    return std::make_unique<RealServer>("squid", [&](const TempDir& dir, std::uint16_t port) {
        std::ostringstream config;
        config << "http_port 127.0.0.1:" << port << "\n"
               << "visible_hostname squid.test\nshutdown_lifetime 0 seconds\npinger_enable off\n"
               << "cache deny all\naccess_log none\ncache_store_log none\nnetdb_filename none\n"
               << "cache_log " << dir / "cache.log"
               << "\npid_filename " << dir / "squid.pid"
               << "\n"
               << "coredump_dir " << dir.path().string() << "\nworkers 1\nmax_filedescriptors 4096\n"
               << more_config << "\n";
        if (auth) {
            const std::string users =
                dir.file("users", auth->user + ":" + hashed(auth->password, "-apr1") + "\n");
            config << "auth_param basic program /usr/lib/squid/basic_ncsa_auth " << users << "\n"
                   << "auth_param basic children 2 startup=1\nacl known proxy_auth REQUIRED\n"
                   << "http_access allow known\nhttp_access deny all\n";
        } else {
            config << "http_access allow all\n";
        }
        return std::vector<std::string>{"squid", "-N", "-f", dir.file("squid.conf", config.str())};
    });
}

ServerPtr start_tinyproxy(const Auth& auth, std::string_view more_config) {
    return std::make_unique<RealServer>("tinyproxy", [&](const TempDir& dir, std::uint16_t port) {
        std::ostringstream config;
        config << "Listen 127.0.0.1\nPort " << port << "\nTimeout 60\nMaxClients 200\nViaProxyName \"tiny\"\n"
               << more_config << "\n";
        if (auth) config << "BasicAuth " << auth->user << " " << auth->password << "\n";
        return std::vector<std::string>{"tinyproxy", "-d", "-c", dir.file("tinyproxy.conf", config.str())};
    });
}

ServerPtr start_privoxy(std::string_view blocked_host) {
    return std::make_unique<RealServer>("privoxy", [&](const TempDir& dir, std::uint16_t port) {
        const std::string actions =
            dir.file("blocked.action", "{+block{by the test}}\n" + std::string(blocked_host) + "\n");
        std::ostringstream config;
        config << "confdir /etc/privoxy\ntempldir /etc/privoxy/templates\nlogdir " << dir.path().string()
               << "\nactionsfile " << actions << "\nlisten-address " << host_port(port) << "\n";
        return std::vector<std::string>{"privoxy", "--no-daemon", dir.file("config", config.str())};
    });
}

ServerPtr start_danted(const Auth& auth) {
    ProcessOptions options;
    options.own_mounts = auth.has_value();
    const auto setup = [&](const TempDir& dir, std::uint16_t port) {
        std::ostringstream config;
        config << "logoutput: " << dir / "log"
               << "\ninternal: 127.0.0.1 port = " << port << "\n"
               << "external: lo\nexternal.rotation: route\nclientmethod: none\n"
               << "socksmethod: " << (auth ? "username" : "none") << "\n";
        if (is_root()) config << "user.privileged: root\nuser.unprivileged: nobody\n";
        config << "client pass { from: 0.0.0.0/0 to: 0.0.0.0/0 }\n"
               << "socks pass { from: 0.0.0.0/0 to: 0.0.0.0/0 }\n";
        const std::vector<std::string> danted{"danted", "-f", dir.file("danted.conf", config.str())};
        if (!auth) return danted;
        // It knows no users but the system's: in a mount namespace of its own there is one more.
        const std::string passwd = dir.file("passwd", read_file("/etc/passwd") + auth->user +
                                                          ":x:64999:65534::/nonexistent:/usr/sbin/nologin\n");
        const std::string shadow =
            dir.file("shadow", read_file("/etc/shadow") + auth->user + ":" + hashed(auth->password, "-6") +
                                   ":19000:0:99999:7:::\n");
        return std::vector<std::string>{
            "sh",
            "-c",
            "mount --bind \"$1\" /etc/passwd && mount --bind \"$2\" /etc/shadow && "
            "exec danted -f \"$3\"",
            "sh",
            passwd,
            shadow,
            danted.back()};
    };
    return std::make_unique<RealServer>("danted", setup, options);
}

ServerPtr start_microsocks(const Auth& auth) {
    return std::make_unique<RealServer>("microsocks", [&](const TempDir&, std::uint16_t port) {
        std::vector<std::string> command{"microsocks", "-i", "127.0.0.1", "-p", std::to_string(port)};
        if (auth) command.insert(command.end(), {"-u", auth->user, "-P", auth->password});
        return command;
    });
}

ServerPtr start_stunnel(std::uint16_t backend) {
    return std::make_unique<RealServer>("stunnel", [&](const TempDir& dir, std::uint16_t port) {
        std::ostringstream config;
        config << "foreground = yes\npid =\nsyslog = no\n[proxy]\naccept = " << host_port(port)
               << "\nconnect = " << host_port(backend) << "\ncert = " << certificate("server")
               << "\nkey = " << certificate_key("server") << "\n";
        return std::vector<std::string>{"stunnel4", dir.file("stunnel.conf", config.str())};
    });
}

ServerPtr start_haproxy(std::uint16_t backend) {
    return std::make_unique<RealServer>("haproxy", [&](const TempDir& dir, std::uint16_t port) {
        std::ostringstream config;
        config << "global\n  maxconn 1000\ndefaults\n  mode tcp\n  timeout connect 5s\n  timeout client 30s\n"
               << "  timeout server 30s\nlisten proxy\n  bind " << host_port(port) << " ssl crt "
               << certificate("server") << "\n  server backend " << host_port(backend) << "\n";
        return std::vector<std::string>{"haproxy", "-db", "-f", dir.file("haproxy.cfg", config.str())};
    });
}

ServerPtr start_http_haproxy(std::string_view config) {
    return std::make_unique<RealServer>("haproxy", [&](const TempDir& dir, std::uint16_t port) {
        std::ostringstream file;
        file << "defaults\n  mode http\n  timeout connect 2s\n  timeout client 30s\n  timeout server 30s\n"
             << "frontend test\n  bind " << host_port(port) << "\n"
             << config << "\n";
        return std::vector<std::string>{"haproxy", "-db", "-f", dir.file("haproxy.cfg", file.str())};
    });
}

namespace {

// `listen` is what follows the address, and more of the server block.
ServerPtr start_nginx_that(const std::string& listen, std::string_view http_config) {
    return std::make_unique<RealServer>("nginx", [&](const TempDir& dir, std::uint16_t port) {
        std::ostringstream config;
        config << "daemon off;\nmaster_process off;\npid " << dir / "pid"
               << ";\nerror_log " << dir / "error.log"
               << ";\nevents { worker_connections 1024; }\nhttp {\n  access_log off;\n";
        for (const char* kind : {"client_body", "proxy", "fastcgi", "uwsgi", "scgi"})
            config << "  " << kind << "_temp_path " << dir / kind << ";\n";
        config << "  " << http_config << "\n  server {\n    listen " << host_port(port) << listen
               << "\n  }\n}\n";
        return std::vector<std::string>{"nginx", "-e", dir / "error.log", "-c",
                                        dir.file("nginx.conf", config.str())};
    });
}

}  // namespace

ServerPtr start_nginx(std::string_view server_config, const std::string& name) {
    std::ostringstream listen;
    listen << " ssl;\n    ssl_certificate " << certificate(name) << ";\n    ssl_certificate_key "
           << certificate_key(name) << ";\n"
           << server_config;
    return start_nginx_that(listen.str(), "");
}

ServerPtr start_plain_nginx(std::string_view server_config, std::string_view http_config) {
    return start_nginx_that(";\n" + std::string(server_config), http_config);
}

}  // namespace integration
