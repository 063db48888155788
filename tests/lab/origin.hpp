#pragma once

#include "lab/http.hpp"
#include "lab/quota.hpp"
#include "lab/script_player.hpp"
#include "lab/stats.hpp"
#include "lab/stream.hpp"
#include "lab/waf.hpp"

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
    Origin(Stats& stats, Quota& quota, Waf& waf, const SeenRecords& records)
        : stats_(stats), quota_(quota), waf_(waf), records_(records) {}
    /// Serves a connection to its end.
    Task<void> serve(Stream& stream);

private:
    Reply answer(const Visit& visit, std::string_view path);
    /// `/waf/x` is `/x` behind the firewall.
    Reply guarded(const Visit& visit, std::string_view path);
    /// `/__stats`, `/__seen/NAME`
    Reply lab_page(std::string_view name) const;

    Stats& stats_;
    Quota& quota_;
    Waf& waf_;
    const SeenRecords& records_;
};

}  // namespace outrider::lab
