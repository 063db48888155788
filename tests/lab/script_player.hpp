#pragma once

#include "lab/dial.hpp"
#include "lab/script.hpp"
#include "lab/stream.hpp"
#include "lab/tls_servers.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <deque>
#include <map>
#include <string>

namespace outrider::lab {

/// What a scripted server got on one connection.
struct Seen {
    std::string source;
    std::string received;  ///< at most 1 MiB of it
    bool ended = false;    ///< the script is through with it
};

/// All that scripted servers got, by their names.
class SeenRecords {
public:
    Seen& add(const std::string& server, std::string source);
    /// As answered at `/__seen/NAME`; null where no such server has been connected to.
    nlohmann::ordered_json to_json(const std::string& server) const;

private:
    std::map<std::string, std::deque<Seen>> by_server_;
};

/// Plays one script on all connections to its server, whose tunnels leave from the address `exit`.
class ScriptPlayer {
public:
    ScriptPlayer(Script script, asio::ip::address_v4 exit, const Dialer& dialer, const TlsServers& tls,
                 SeenRecords& records)
        : script_(std::move(script)), exit_(exit), dialer_(dialer), tls_(tls), records_(records) {}
    const Script& script() const { return script_; }
    Task<void> serve(Stream& stream);

private:
    Script script_;
    asio::ip::address_v4 exit_;
    const Dialer& dialer_;
    const TlsServers& tls_;
    SeenRecords& records_;
    std::size_t connections_ = 0;
};

}  // namespace outrider::lab
