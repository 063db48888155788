#pragma once

#include "outrider/model/proxy.hpp"
#include "outrider/plan/parsed.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// The most proxies that ranges in users may stand for, in all the lines of a list together.
inline constexpr std::uint64_t max_sessions = 100'000;

/// Reads one line of a proxy list, or one `-x` value, without comment and surrounding white space (contract,
/// section 4): `scheme://[user[:password]@]host[:port][/]`, `host:port`, `host:port:user:password` or
/// `user:password@host:port`. Lines without a scheme are of kind `default_kind`. A line that fits two forms
/// is unreadable. `{1..200}` in the user of all but the third form stands for as many proxies, at most
/// `most_sessions`. SOCKS4 sends the user only; its password is kept.
Parsed<std::vector<Proxy>> parse_proxy_line(std::string_view line, ProxyKind default_kind,
                                            std::uint64_t most_sessions = max_sessions);

/// The line of a list that `proxy` stands in by itself: as it came in (`written`), for `parse_proxy_line`
/// with the same `default_kind`; but as a URL where that would be read as something else (a `#` that only a
/// list takes for a comment, sessions whose user has come to look like a range or another form). Holds
/// secrets.
std::string list_line(const Proxy& proxy, ProxyKind default_kind);

/// Equal for proxies that are the same one (scheme, credentials, host, port). Holds secrets.
std::string comparison_key(const Proxy& proxy);

}  // namespace outrider
