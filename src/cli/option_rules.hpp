#pragma once

#include "outrider/cli/options.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace outrider {

/// More than this is no body of a probe: every target holds one.
inline constexpr std::size_t max_request_body = 1 << 20;
inline constexpr std::size_t max_signature_file = 4 << 20;
inline constexpr std::size_t max_pem_file = 16 << 20;
/// What simdjson can index.
inline constexpr std::size_t max_baseline_file = 0xFFFF'0000;
inline constexpr std::uint64_t max_sample = 1'000'000'000;
/// As many as an Indexed Job can have.
inline constexpr std::uint64_t max_shards = 100'000;
inline constexpr std::string_view shard_range = "I 0..N-1, N 1..100000";

// Options with rules of their own: each checks `text` and sets or appends it.

Complaint set_sample(std::string_view text, Settings& settings);
Complaint set_shard(std::string_view text, Settings& settings);
Complaint set_method(std::string_view text, Settings& settings);
Complaint add_header(std::string_view text, Settings& settings);
Complaint set_body(std::string_view text, Settings& settings);
Complaint set_user_agent(std::string_view text, Settings& settings);
Complaint set_expect_status(std::string_view text, Settings& settings);
Complaint set_expect_body(std::string_view text, Settings& settings);
Complaint add_resolve(std::string_view text, Settings& settings);
Complaint set_concurrency(std::string_view text, Settings& settings);
Complaint set_output(std::string_view text, Settings& settings);
Complaint set_proxies_out(std::string_view text, Settings& settings);
Complaint add_report(std::string_view text, Settings& settings);

/// Reads the file that the body stands in.
Complaint open_body(Settings& settings, Clock::time_point until);
/// Reads the file of signatures; what it holds is checked by a later room.
Complaint open_signatures(Settings& settings, Clock::time_point until);
/// Likewise of an earlier report.
Complaint open_baseline(Settings& settings, Clock::time_point until);
/// The same of certificates and keys.
Complaint open_cacert(Settings& settings, Clock::time_point until);
Complaint open_cert(Settings& settings, Clock::time_point until);
Complaint open_key(Settings& settings, Clock::time_point until);

}  // namespace outrider
