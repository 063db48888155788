#include "outrider/model/outcome.hpp"

namespace outrider {
namespace {

constexpr std::array<std::string_view, outcome_count> outcome_words{
    "abandoned", "local_error",  "proxy_error",  "network_error", "challenged", "rate_limited",
    "banned",    "server_error", "client_error", "unexpected",    "success",
};

constexpr std::array<std::string_view, error_count> error_words{
    "not_started",
    "cut_off",
    "local_resources",
    "local_network",
    "dns_unavailable",
    "dns_timeout",
    "proxy_dns_failure",
    "proxy_connect_refused",
    "proxy_connect_timeout",
    "proxy_connect_unreachable",
    "proxy_tls",
    "proxy_timeout",
    "proxy_closed",
    "proxy_auth_required",
    "proxy_auth_failed",
    "proxy_bad_gateway",
    "proxy_refused",
    "proxy_protocol",
    "proxy_error_page",
    "proxy_unsupported",
    "dns_failure",
    "connect_refused",
    "connect_timeout",
    "connect_unreachable",
    "tls_timeout",
    "tls_certificate_expired",
    "tls_certificate_host",
    "tls_certificate_untrusted",
    "tls_version",
    "tls_not_tls",
    "tls_handshake",
    "write_timeout",
    "read_timeout",
    "body_timeout",
    "body_incomplete",
    "connection_reset",
    "connection_closed",
    "malformed_response",
    "not_http",
    "header_too_large",
    "too_many_redirects",
    "redirect_invalid",
    "redirect_refused",
};

constexpr std::array<std::string_view, blame_count> blame_words{"target", "proxy", "local"};
constexpr std::array<std::string_view, challenge_kind_count> challenge_kind_words{"js", "captcha", "pow"};
constexpr std::array<std::string_view, confidence_count> confidence_words{"confirmed", "likely", "possible"};
constexpr std::array<std::string_view, phase_count> phase_words{"dns",  "connect", "proxy", "tls",
                                                                "send", "wait",    "body"};

template <class Enum, std::size_t N>
std::optional<Enum> parse_word(const std::array<std::string_view, N>& words, std::string_view word) {
    for (std::size_t i = 0; i < N; ++i) {
        if (words[i] == word) return static_cast<Enum>(i);
    }
    return std::nullopt;
}

template <class Enum, std::size_t N>
std::string_view word_of(const std::array<std::string_view, N>& words, Enum value) {
    return words[static_cast<std::size_t>(value)];
}

}  // namespace

Outcome outcome_of(Error error) {
    if (error <= Error::cut_off) return Outcome::abandoned;
    if (error <= Error::local_network) return Outcome::local_error;
    if (error <= Error::dns_timeout) return Outcome::network_error;  // until it is settled
    if (error <= Error::proxy_unsupported) return Outcome::proxy_error;
    return Outcome::network_error;
}

std::string_view to_string(Outcome outcome) {
    return word_of(outcome_words, outcome);
}
std::string_view to_string(Error error) {
    return word_of(error_words, error);
}
std::string_view to_string(Blame blame) {
    return word_of(blame_words, blame);
}
std::string_view to_string(ChallengeKind kind) {
    return word_of(challenge_kind_words, kind);
}
std::string_view to_string(Confidence confidence) {
    return word_of(confidence_words, confidence);
}
std::string_view to_string(Phase phase) {
    return word_of(phase_words, phase);
}

std::optional<Outcome> parse_outcome(std::string_view word) {
    return parse_word<Outcome>(outcome_words, word);
}
std::optional<Error> parse_error(std::string_view word) {
    return parse_word<Error>(error_words, word);
}
std::optional<Blame> parse_blame(std::string_view word) {
    return parse_word<Blame>(blame_words, word);
}
std::optional<ChallengeKind> parse_challenge_kind(std::string_view word) {
    return parse_word<ChallengeKind>(challenge_kind_words, word);
}
std::optional<Confidence> parse_confidence(std::string_view word) {
    return parse_word<Confidence>(confidence_words, word);
}

}  // namespace outrider
