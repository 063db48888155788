#include "outrider/model/outcome.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace outrider {
namespace {

TEST(Outcome, EveryWordComesBack) {
    std::set<std::string_view> words;
    for (std::size_t i = 0; i < outcome_count; ++i) {
        const auto outcome = static_cast<Outcome>(i);
        const std::string_view word = to_string(outcome);
        EXPECT_FALSE(word.empty());
        EXPECT_TRUE(words.insert(word).second) << word;
        EXPECT_EQ(parse_outcome(word), outcome) << word;
    }
    EXPECT_EQ(static_cast<std::size_t>(Outcome::success) + 1, outcome_count);
}

// The words and their order, written down from the contract's table. The two that stand in two rows have the
// place of the first, and the outcome of the second until it is settled.
const std::vector<std::pair<Outcome, std::vector<std::string_view>>> errors_by_outcome{
    {Outcome::abandoned, {"not_started", "cut_off"}},
    {Outcome::local_error, {"local_resources", "local_network"}},
    {Outcome::network_error, {"dns_unavailable", "dns_timeout"}},
    {Outcome::proxy_error,
     {"proxy_dns_failure", "proxy_connect_refused", "proxy_connect_timeout", "proxy_connect_unreachable",
      "proxy_tls", "proxy_timeout", "proxy_closed", "proxy_auth_required", "proxy_auth_failed",
      "proxy_bad_gateway", "proxy_refused", "proxy_protocol", "proxy_error_page", "proxy_unsupported"}},
    {Outcome::network_error,
     {"dns_failure",
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
      "redirect_refused"}},
};

TEST(Error, WordsStandInTheOrderOfTheContractAndBelongToTheirOutcome) {
    std::size_t index = 0;
    for (const auto& [outcome, words] : errors_by_outcome) {
        for (const std::string_view word : words) {
            const auto error = static_cast<Error>(index++);
            EXPECT_EQ(to_string(error), word);
            EXPECT_EQ(parse_error(word), error);
            EXPECT_EQ(outcome_of(error), outcome) << word;
        }
    }
    EXPECT_EQ(index, error_count);
}

TEST(Outcome, WordsStandInTheOrderOfDecision) {
    const std::vector<std::string_view> words{"abandoned",    "local_error",  "proxy_error", "network_error",
                                              "challenged",   "rate_limited", "banned",      "server_error",
                                              "client_error", "unexpected",   "success"};
    for (std::size_t i = 0; i < words.size(); ++i)
        EXPECT_EQ(to_string(static_cast<Outcome>(i)), words[i]);
}

TEST(Words, OfTheSmallEnumsComeBack) {
    for (const auto value : {Blame::target, Blame::proxy, Blame::local})
        EXPECT_EQ(parse_blame(to_string(value)), value);
    for (const auto value : {ChallengeKind::js, ChallengeKind::captcha, ChallengeKind::pow}) {
        EXPECT_EQ(parse_challenge_kind(to_string(value)), value);
    }
    for (const auto value : {Confidence::confirmed, Confidence::likely, Confidence::possible}) {
        EXPECT_EQ(parse_confidence(to_string(value)), value);
    }
    std::string phases;
    for (std::size_t i = 0; i < phase_count; ++i)
        phases.append(to_string(static_cast<Phase>(i))).append(" ");
    EXPECT_EQ(phases, "dns connect proxy tls send wait body ");
}

TEST(Words, OfNoValueAreNone) {
    for (const char* word : {"", "Success", "success ", "nonsense"}) {
        EXPECT_EQ(parse_outcome(word), std::nullopt);
        EXPECT_EQ(parse_error(word), std::nullopt);
        EXPECT_EQ(parse_blame(word), std::nullopt);
        EXPECT_EQ(parse_challenge_kind(word), std::nullopt);
        EXPECT_EQ(parse_confidence(word), std::nullopt);
    }
}

}  // namespace
}  // namespace outrider
