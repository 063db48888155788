#pragma once

#include "outrider/cli/options.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace outrider {

/// Where an option stands in --help and what it does; the kinds below fill in the rest.
struct OptionHead {
    std::string group;
    std::string name;
    char letter = 0;
    std::string placeholder;
    std::string help;
};

// Kinds of options. Defaults are those of Settings, ranges stand in the table alone: --help and the check
// cannot differ.

/// The default as shown stands in for what an unset value means.
OptionSpec switch_option(OptionHead head, std::function<void(Settings&, bool)> set);
OptionSpec duration_option(OptionHead head, Micros Settings::*member, Micros low, Micros high);
OptionSpec rate_option(OptionHead head, double Settings::*member);
OptionSpec size_option(OptionHead head, std::uint64_t Settings::*member, std::uint64_t high);
OptionSpec file_option(OptionHead head, std::optional<std::string> Settings::*member);
OptionSpec text_option(OptionHead head, std::function<Complaint(std::string_view, Settings&)> apply);
OptionSpec list_option(OptionHead head, std::function<Complaint(std::string_view, Settings&)> apply);

// What an option may be beside its kind.

OptionSpec secret(OptionSpec spec);
/// The value `word` reads stdin: --help and the check that only one input does know it.
OptionSpec reads_stdin(OptionSpec spec, std::string word = "-");
OptionSpec with_default(OptionSpec spec, std::string value);
OptionSpec quantity(OptionSpec spec, std::string range, std::string_view pattern);
OptionSpec with_range(OptionSpec spec, std::string range);

/// A whole number in figures from `low` to `high`, or what is wrong with it.
Complaint parse_whole(std::string_view text, std::uint64_t low, std::uint64_t high, std::uint64_t& number);
std::string range_of(std::uint64_t low, std::uint64_t high);

/// `member` is one of Settings, or a function to what lies deeper in them.
template <class Member>
OptionSpec flag_option(OptionHead head, Member member) {
    return switch_option(std::move(head),
                         [=](Settings& settings, bool on) { std::invoke(member, settings) = on; });
}

/// The same of `member`.
template <class Member>
OptionSpec whole_option(OptionHead head, Member member, std::uint64_t low, std::uint64_t high) {
    using Whole = std::remove_reference_t<std::invoke_result_t<Member, Settings&>>;
    OptionSpec spec = text_option(std::move(head), [=](std::string_view text, Settings& settings) {
        std::uint64_t number = 0;
        Complaint fault = parse_whole(text, low, high, number);
        if (!fault) std::invoke(member, settings) = static_cast<Whole>(number);
        return fault;
    });
    spec.type = ValueType::integer;
    Settings defaults;
    spec.default_value = std::to_string(std::invoke(member, defaults));
    spec.range = range_of(low, high);
    return spec;
}

template <class Value>
using Words = std::vector<std::pair<std::string_view, Value>>;

/// "strict|pool"
template <class Value>
std::string joined(const Words<Value>& words) {
    std::string text;
    for (const auto& [word, value] : words)
        text.append(text.empty() ? "" : "|").append(word);
    return text;
}

/// "'x' is none of a|b"
std::string not_one_of(std::string_view text, const std::string& words);

/// One of some words; with a member that is optional the default is its own meaning, and given by the caller.
template <class Member, class Value>
OptionSpec choice_option(OptionHead head, Member Settings::*member, Words<Value> words) {
    OptionSpec spec;
    spec = text_option(std::move(head), [=](std::string_view text, Settings& settings) -> Complaint {
        for (const auto& [word, value] : words) {
            if (word != text) continue;
            settings.*member = value;
            return std::nullopt;
        }
        return not_one_of(text, joined(words));
    });
    for (const auto& [word, value] : words) {
        if (Settings{}.*member == value) spec.default_value = word;
    }
    spec.range = joined(words);
    for (const auto& [word, value] : words)
        spec.words.emplace_back(word);
    return spec;
}

}  // namespace outrider
