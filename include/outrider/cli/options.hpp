#pragma once

#include "outrider/model/settings.hpp"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// The values of options as text, by long name, from one source; a flag is "1" or "0".
using OptionValues = std::map<std::string, std::vector<std::string>, std::less<>>;

enum class OptionShape { flag, value, list };

/// One option: what the command line, the environment and the plan file all know of it.
struct OptionSpec {
    std::string_view name;  ///< long name without dashes
    char letter;            ///< short form, or 0
    OptionShape shape;
    std::string_view group;        ///< Inputs, Request, ...
    std::string_view placeholder;  ///< what stands for the value in --help, with its unit: D, N, URL, FILE
    std::string_view help;         ///< with default, unit and range
    /// Checks `text` and sets it. Returns what is wrong with it and what would be right, or nothing.
    std::optional<std::string> (*apply)(std::string_view text, Settings& settings);
};

/// Every option of the probe that is built, in the order of --help.
std::span<const OptionSpec> option_specs();
const OptionSpec* find_option(std::string_view name);

/// The options of one run by their sources, before they are laid over each other.
struct CommandLine {
    OptionValues arguments;
    OptionValues environment;
    std::optional<std::string> plan_file;
};

/// Lays command line over environment over plan. Repeatable values add up in that order, headers replace each
/// other by name. Every fault is listed, each with the place that it stands at.
struct Laid {
    Settings settings;
    std::vector<std::string> errors;
};
Laid lay_options(const CommandLine& command_line, const OptionValues& plan);

/// Duration in the contract's forms ("500ms", "3s", "1m30s", "1.5s", "2"), or nullopt.
std::optional<Micros> parse_duration(std::string_view text);
/// Size in bytes ("4096", "64KiB", "1MiB", "64kB"), or nullopt.
std::optional<std::uint64_t> parse_size(std::string_view text);

}  // namespace outrider
