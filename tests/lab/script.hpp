#pragma once

#include "lab/faults.hpp"
#include "lab/proxy.hpp"

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace outrider::lab {

// The steps of a script: what a server does on a connection, byte by byte.

/// Reads until these bytes have come; what came before them is taken too.
struct Expect {
    std::string bytes;
};
/// Reads until at least that many bytes have come, and takes all that did.
struct ReadAtLeast {
    std::size_t count = 1;
};
/// Sends in one write, or byte by byte with a gap.
struct Send {
    std::string bytes;
    std::chrono::microseconds gap{0};
};
struct Wait {
    std::chrono::microseconds duration{0};
};
/// Goes on in TLS, as the server of that name in lab.json (`origin_tls`, `tls_expired`, ...).
struct StartTls {
    std::string server;
};
/// Becomes a tunnel: to `host:port`, or to `origin`, in plain or TLS as the client begins.
struct Relay {
    std::string to;
};
struct End {
    Ending ending = Ending::finish;
};
using ScriptStep = std::variant<Expect, ReadAtLeast, Send, Wait, StartTls, Relay, End>;
using Steps = std::vector<ScriptStep>;

/// A scripted server. The n-th connection plays the n-th list of steps, those after the last list the last
/// one.
struct Script {
    std::string name;
    std::string tls = {};                 ///< empty: plain; else as whom it speaks TLS from the start
    std::optional<ProxyKind> proxy = {};  ///< the kind of proxy that it plays, for its URL
    std::vector<Steps> connections = {};
};

/// Reads the list of servers of a scenario file. Throws std::invalid_argument that names the place.
std::vector<Script> parse_scripts(const nlohmann::json& servers);

/// Scripted proxies that are always there: replies of all codes and shapes, and faults at each step.
std::vector<Script> standard_scripts();

}  // namespace outrider::lab
