#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// One member of a list field, read more leniently than RFC 9651 has it: `name;key=value;...`, where a
/// dictionary's `key=value` is a member with a value.
struct FieldMember {
    struct Parameter {
        std::string_view key;
        std::string_view value;  ///< without quotes; empty: none
    };
    std::string_view name;   ///< without quotes
    std::string_view value;  ///< of a dictionary's member
    std::vector<Parameter> parameters;

    std::optional<std::string_view> parameter(std::string_view key) const;
};

/// The members of a field's value; commas and semicolons in quotes part nothing.
std::vector<FieldMember> parse_members(std::string_view field);

}  // namespace outrider
