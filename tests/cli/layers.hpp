#pragma once

#include "outrider/cli/lay_options.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <variant>
#include <vector>

namespace outrider::test {

using Strings = std::vector<std::string>;

inline std::variant<CommandLine, Printout> parse(const Strings& arguments, const Strings& environment = {}) {
    std::vector<const char*> argv{"outrider"};
    for (const std::string& argument : arguments)
        argv.push_back(argument.c_str());
    std::vector<const char*> variables;
    for (const std::string& variable : environment)
        variables.push_back(variable.c_str());
    variables.push_back(nullptr);
    return parse_command_line(static_cast<int>(argv.size()), argv.data(), variables.data());
}

/// The parsed arguments; fails the test where there are none.
inline CommandLine parsed(const Strings& arguments, const Strings& environment = {}) {
    auto result = parse(arguments, environment);
    if (const auto* printout = std::get_if<Printout>(&result)) {
        ADD_FAILURE() << "not parsed: " << printout->text;
        return {};
    }
    return std::get<CommandLine>(std::move(result));
}

inline Printout printed(const Strings& arguments) {
    auto result = parse(arguments);
    if (auto* printout = std::get_if<Printout>(&result)) return std::move(*printout);
    ADD_FAILURE() << "nothing was printed";
    return {};
}

inline Laid laid(const Strings& arguments, const Strings& environment = {}, const OptionValues& plan = {}) {
    return lay_options(parsed(arguments, environment), plan);
}

inline Strings texts(const CommandLine& command_line, std::string_view option) {
    Strings found;
    const auto values = command_line.arguments.find(option);
    if (values == command_line.arguments.end()) return found;
    for (const OptionValue& value : values->second)
        found.push_back(value.text);
    return found;
}

}  // namespace outrider::test
