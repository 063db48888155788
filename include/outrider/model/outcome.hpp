#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace outrider {

/// What one probe came to, in the order of decision: the first that fits wins.
enum class Outcome {
    abandoned,
    local_error,
    proxy_error,
    network_error,
    challenged,
    rate_limited,
    banned,
    server_error,
    client_error,
    unexpected,
    success,
};
inline constexpr std::size_t outcome_count = 11;

/// The cause where the outcome is one of the first four, in the order in which the report counts them.
enum class Error {
    // abandoned
    not_started,
    cut_off,
    // local_error
    local_resources,
    local_network,
    dns_unavailable,  // this and dns_timeout are network_error where a lookup of the run was answered
    dns_timeout,
    // proxy_error
    proxy_dns_failure,
    proxy_connect_refused,
    proxy_connect_timeout,
    proxy_connect_unreachable,
    proxy_tls,
    proxy_timeout,
    proxy_closed,
    proxy_auth_required,
    proxy_auth_failed,
    proxy_bad_gateway,
    proxy_refused,
    proxy_protocol,
    proxy_error_page,
    proxy_unsupported,
    // network_error
    dns_failure,
    connect_refused,
    connect_timeout,
    connect_unreachable,
    tls_timeout,
    tls_certificate_expired,
    tls_certificate_host,
    tls_certificate_untrusted,
    tls_version,
    tls_not_tls,
    tls_handshake,
    write_timeout,
    read_timeout,
    body_timeout,
    body_incomplete,
    connection_reset,
    connection_closed,
    malformed_response,
    not_http,
    header_too_large,
    too_many_redirects,
    redirect_invalid,
    redirect_refused,
};
inline constexpr std::size_t error_count = 43;

enum class Blame { target, proxy, local };
inline constexpr std::size_t blame_count = 3;
enum class ChallengeKind { js, captcha, pow };
inline constexpr std::size_t challenge_kind_count = 3;
enum class Confidence { confirmed, likely, possible };
inline constexpr std::size_t confidence_count = 3;

/// The steps of a probe, in their order. `wait` runs to the last byte of the final response head.
enum class Phase { dns, connect, proxy, tls, send, wait, body };
inline constexpr std::size_t phase_count = 7;

/// The outcome that an error belongs to; DNS faults of the run's own resolver are settled later.
Outcome outcome_of(Error error);

// The words of the report for each value, and back; parsing gives nullopt for any other word.
std::string_view to_string(Outcome outcome);
std::string_view to_string(Error error);
std::string_view to_string(Blame blame);
std::string_view to_string(ChallengeKind kind);
std::string_view to_string(Confidence confidence);
std::string_view to_string(Phase phase);
std::optional<Outcome> parse_outcome(std::string_view word);
std::optional<Error> parse_error(std::string_view word);
std::optional<Blame> parse_blame(std::string_view word);
std::optional<ChallengeKind> parse_challenge_kind(std::string_view word);
std::optional<Confidence> parse_confidence(std::string_view word);

}  // namespace outrider
