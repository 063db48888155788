#pragma once

#include "outrider/model/target.hpp"
#include "outrider/model/time.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace outrider {

// What the three readers below take, as regular expressions.
inline constexpr std::string_view duration_pattern =
    "^[0-9]+([.][0-9]+)?$|^([0-9]+h)?([0-9]+m)?([0-9]+s)?[0-9]+([.][0-9]+)?(h|m|s|ms)$";
inline constexpr std::string_view size_pattern = "^[0-9]+(B|kB|KiB|MB|MiB|GB|GiB)?$";
inline constexpr std::string_view statuses_pattern =
    "^[1-9][0-9]{2}(-[1-9][0-9]{2})?(,[1-9][0-9]{2}(-[1-9][0-9]{2})?)*$";

/// A duration as the contract writes it: "500ms", "3s", "1m30s", "1.5s", "1h"; a bare number is seconds.
/// Parts below a microsecond are dropped; what is too large for the type is its maximum. nullopt: no
/// duration.
std::optional<Micros> parse_duration(std::string_view text);

/// A size in bytes: "4096", "64KiB", "64kB", "1MiB", "1GB". What is too large for the type is its maximum.
std::optional<std::uint64_t> parse_size(std::string_view text);

/// Codes and ranges from 100 to 999: "200", "200-299,404".
std::optional<StatusSet> parse_statuses(std::string_view text);

/// A method or header name: RFC 9110 section 5.6.2.
bool is_token(std::string_view text);
/// Whether text may stand in a header's value: no control characters but a tab (RFC 9110 section 5.5).
bool is_field_value(std::string_view text);

}  // namespace outrider
