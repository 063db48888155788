#pragma once

#include "files.hpp"
#include "outrider.hpp"
#include "process.hpp"

#include <string>
#include <vector>

namespace integration {

/// A running outrider-lab.
class Lab {
public:
    explicit Lab(std::vector<std::string> arguments = {});

    /// The address (host:port) that lab.json has under that name.
    std::string at(const char* name) const { return addresses_.at(name); }
    const Json& addresses() const { return addresses_; }
    /// http://ADDRESS/path of the plain origin, https:// of the one with TLS.
    std::string url(const std::string& path) const { return "http://" + at("origin") + path; }
    std::string tls_url(const std::string& path) const { return "https://" + at("origin_tls") + path; }
    /// The URL of a proxy by its name in lab.json ("http", "socks5-auth"), and the address that it leaves
    /// from.
    std::string proxy(const std::string& name) const { return addresses_.at("proxies").at(name).at("url"); }
    std::string exit_of(const std::string& name) const {
        return addresses_.at("proxies").at(name).at("exit");
    }
    /// The authority to trust.
    std::string ca() const { return dir_ / "ca.pem"; }
    std::string file(const std::string& name) const { return dir_ / name; }
    /// What the origin has seen: `/__stats`.
    Json stats() const;

private:
    TempDir dir_;
    Process process_;
    Json addresses_;
};

}  // namespace integration
