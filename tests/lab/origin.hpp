#pragma once

#include "lab/http.hpp"
#include "lab/stats.hpp"
#include "lab/stream.hpp"

#include <string>
#include <string_view>

namespace outrider::lab {

/// A request to the origin, with who asked.
struct Visit {
    const Request& request;
    std::string source;     ///< the visitor's address
    std::string_view rest;  ///< of the path, after the route's own name: `404` of `/status/404`
};

/// The web server: httpbin's paths, the faults, the quota, the WAF, and what the lab has seen (`/__stats`).
class Origin {
public:
    explicit Origin(Stats& stats) : stats_(stats) {}
    /// Serves a connection to its end.
    Task<void> serve(Stream& stream);

private:
    Reply answer(const Visit& visit);

    Stats& stats_;
};

}  // namespace outrider::lab
