#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace outrider {

struct Header {
    std::string name;
    std::string value;

    bool operator==(const Header&) const = default;
};
using Headers = std::vector<Header>;

/// ASCII case-insensitive equality: header names, schemes, host names.
bool iequals(std::string_view a, std::string_view b);
/// `text` with A-Z lowered, other bytes as they are.
std::string to_lower(std::string_view text);

/// The first value of `name` in any case, or nullptr.
const std::string* find_header(const Headers& headers, std::string_view name);
/// All values of `name` in any case, in order.
std::vector<std::string_view> header_values(const Headers& headers, std::string_view name);

/// Whether the header's value is a secret (Authorization, Proxy-Authorization, Cookie).
bool is_secret_header(std::string_view name);

}  // namespace outrider
