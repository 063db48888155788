#pragma once

#include "outrider/model/settings.hpp"
#include "outrider/model/time.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace outrider {

/// One value of an option as text, with the place that errors name it by: "--deadline", "OUTRIDER_DEADLINE",
/// or a JSON pointer into the plan ("/deadline", "/resolve/1"). A flag is "1" or "0".
struct OptionValue {
    std::string text;
    std::string place;
};

/// What one source (command line, environment, plan) says, by long name; several values in the order given.
using OptionValues = std::map<std::string, std::vector<OptionValue>, std::less<>>;

enum class OptionShape {
    flag,
    value,  ///< given twice in one source, the last one counts
    list,   ///< repeatable; values add up
};

/// What a plan file may write a value as; `apply` checks the text of it.
enum class ValueType {
    boolean,   ///< true or false: text "1" or "0"
    text,      ///< a string
    integer,   ///< a whole number
    number,    ///< a number
    quantity,  ///< a string or a number: a duration, a size, statuses, `auto` or a count
};

/// What is wrong with a value and what would be right; nothing where it is fine. Values of secret options are
/// not echoed in it.
using Complaint = std::optional<std::string>;

/// One option: what command line, environment and plan file all know of it.
struct OptionSpec {
    std::string name;  ///< long name without dashes
    char letter = 0;   ///< short form, or 0
    OptionShape shape = OptionShape::value;
    ValueType type = ValueType::text;
    std::string group;               ///< Inputs, Request, ...
    std::string placeholder;         ///< what stands for the value in --help, with its unit: D, N, URL, FILE
    std::string help;                ///< what it does
    std::string default_value;       ///< as the command line would have it; empty: none
    std::string range;               ///< "1..1000", "text|json"; empty: any text
    std::vector<std::string> words;  ///< all that the value may be; empty: not only words
    std::string pattern;     ///< regular expression that each value in text matches; empty: none known
    bool secret = false;     ///< the value may be one: never echoed
    std::string stdin_word;  ///< the value that reads stdin; empty: none does

    /// Checks `text` and sets it; a list appends it. Opens no file.
    std::function<Complaint(std::string_view text, Settings& settings)> apply;
    /// Opens the file that the value named, if it named one; empty for options that name no file, or one that
    /// a later room reads. Gives up at `until`.
    std::function<Complaint(Settings& settings, Clock::time_point until)> open = nullptr;

    /// "OUTRIDER_READ_TIMEOUT".
    std::string environment_name() const;
    /// "read_timeout"; "targets_file" and "proxies_file" for the options of lists; empty for `plan` itself.
    std::string plan_key() const;
};

/// What is to be done; all but a probe is named by the first argument.
enum class Command { probe, classify, merge, schema };

/// Every option of a command that is built, in the order of --help.
const std::vector<OptionSpec>& option_specs(Command command = Command::probe);
const OptionSpec* find_option(std::string_view name, Command command = Command::probe);
const OptionSpec* find_plan_key(std::string_view key);

}  // namespace outrider
