#include "classify/field_members.hpp"

#include "classify/trim.hpp"
#include "outrider/model/header.hpp"

#include <algorithm>

namespace outrider {
namespace {

std::string_view unquoted(std::string_view text) {
    text = trimmed(text);
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"') return text.substr(1, text.size() - 2);
    return text;
}

// Takes what stands before the next `separator` outside quotes off the front, and the separator too.
std::string_view take_until(std::string_view& rest, char separator) {
    bool quoted = false;
    std::size_t end = 0;
    for (; end < rest.size(); ++end) {
        if (rest[end] == '"') quoted = !quoted;
        if (rest[end] == '\\' && quoted) ++end;
        if (end < rest.size() && rest[end] == separator && !quoted) break;
    }
    end = std::min(end, rest.size());
    const std::string_view taken = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return taken;
}

FieldMember parse_member(std::string_view text) {
    FieldMember member;
    std::string_view head = take_until(text, ';');
    member.name = unquoted(take_until(head, '='));
    member.value = unquoted(head);
    while (!text.empty()) {
        std::string_view parameter = take_until(text, ';');
        const std::string_view key = take_until(parameter, '=');
        if (!key.empty()) member.parameters.push_back({key, unquoted(parameter)});
    }
    return member;
}

}  // namespace

std::optional<std::string_view> FieldMember::parameter(std::string_view key) const {
    for (const Parameter& each : parameters) {
        if (iequals(each.key, key)) return each.value;
    }
    return std::nullopt;
}

std::vector<FieldMember> parse_members(std::string_view field) {
    std::vector<FieldMember> members;
    while (!field.empty()) {
        const std::string_view text = take_until(field, ',');
        if (!text.empty()) members.push_back(parse_member(text));
    }
    return members;
}

}  // namespace outrider
