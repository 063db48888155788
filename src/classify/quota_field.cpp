#include "classify/quota_field.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace outrider {
namespace {

std::vector<std::string_view> words_of(std::string_view name) {
    std::vector<std::string_view> words;
    while (!name.empty()) {
        const std::size_t end = std::min(name.find('-'), name.size());
        words.push_back(name.substr(0, end));
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return words;
}

QuotaField::Role role_of(std::string_view word) {
    if (word == "policy") return QuotaField::Role::policy;
    if (word == "limit") return QuotaField::Role::limit;
    if (word == "remaining") return QuotaField::Role::remaining;
    if (word == "reset" || word == "next") return QuotaField::Role::reset;
    return QuotaField::Role::none;
}

// `words` are those of the name without its "ratelimit".
QuotaField sort_words(const std::vector<std::string_view>& words) {
    QuotaField name;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        const bool before_after = i + 1 < words.size() && words[i + 1] == "after";
        if (word == "retry" && before_after) {
            name.role = QuotaField::Role::retry_after;
            ++i;
        } else if (word == "reset" && before_after) {
            name.role = QuotaField::Role::reset;
            name.unit = ResetUnit::delta;
            ++i;
        } else if (name.role == QuotaField::Role::none && role_of(word) != QuotaField::Role::none) {
            name.role = role_of(word);
        } else if (word == "ms" && i + 1 == words.size()) {
            name.unit = ResetUnit::milliseconds;
        } else if (word != "x") {
            if (!name.bucket.empty()) name.bucket += '-';
            name.bucket += word;
        }
    }
    return name;
}

}  // namespace

QuotaField parse_quota_field(std::string_view lower) {
    if (lower == "retry-after-ms" || lower == "x-retry-after-ms")
        return {QuotaField::Role::retry_after, "", ResetUnit::milliseconds};
    if (lower == "x-retry-after") return {QuotaField::Role::retry_after, "", ResetUnit::unknown};
    if (lower.find("limit") == lower.npos) return {};
    std::vector<std::string_view> words = words_of(lower);
    for (auto word = words.begin(); word != words.end(); ++word) {
        const bool in_two = *word == "rate" && word + 1 != words.end() && *(word + 1) == "limit";
        if (*word != "ratelimit" && !in_two) continue;
        words.erase(word, word + (in_two ? 2 : 1));
        QuotaField name = sort_words(words);
        if (name.role == QuotaField::Role::none && name.bucket.empty()) name.role = QuotaField::Role::members;
        return name;
    }
    return {};
}

std::optional<std::uint64_t> QuotaField::window_s() const {
    static constexpr std::array<std::pair<std::string_view, std::uint64_t>, 5> windows{
        {{"second", 1}, {"minute", 60}, {"hour", 3600}, {"day", 86400}, {"month", 2592000}}};
    for (const std::string_view word : words_of(bucket)) {
        for (const auto& [name, seconds] : windows) {
            if (word == name) return seconds;
        }
    }
    return std::nullopt;
}

bool QuotaField::counts_requests() const {
    for (const std::string_view other : {"token", "byte", "concurren", "bandwidth"}) {
        if (bucket.find(other) != std::string_view::npos) return false;
    }
    return true;
}

}  // namespace outrider
