#include "outrider/cli/command_line.hpp"

#include "help.hpp"
#include "outrider/model/version.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <utility>

namespace outrider {
namespace {

/// The command that the first argument names.
std::optional<Command> named_command(std::string_view argument) {
    if (argument == "classify") return Command::classify;
    if (argument == "merge") return Command::merge;
    if (argument == "schema") return Command::schema;
    return std::nullopt;
}

/// As it stands in a sentence: "outrider merge".
std::string name_of(Command command) {
    switch (command) {
        case Command::probe:
            return "outrider";
        case Command::classify:
            return "outrider classify";
        case Command::merge:
            return "outrider merge";
        case Command::schema:
            return "outrider schema";
    }
    return "outrider";
}

Printout usage_error(const std::vector<std::string>& errors, Command command) {
    Printout printout{"", ExitCode::usage};
    for (const std::string& error : errors)
        printout.text += error + "; ";
    printout.text += "see " + name_of(command) + " --help";
    return printout;
}

/// The option's name in an argument, and nothing of its value, whatever was mistyped: "--prox" of
/// "--prox=http://user:secret@host".
std::string name_alone(std::string_view argument) {
    if (!argument.starts_with("--")) return std::string(argument.substr(0, 2));
    static constexpr auto in_name = "-_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return std::string(argument.substr(0, argument.find_first_not_of(in_name)));
}

/// Why the option that an argument names is none.
std::string no_option(const std::string& name, Command command) {
    if (command == Command::merge && name == "--proxies-out") {
        return name + ": a report holds no secrets to write; the probe itself writes its usable proxies";
    }
    return name + ": there is no such option";
}

/// The option that an argument ends with: "-x" of "-qx".
std::string last_name(std::string_view argument) {
    return argument.starts_with("--") ? name_alone(argument) : std::string{'-', argument.back()};
}

// CLI11 takes the next argument for the value of "--name=": handed over as two, the value is what was
// written. A flag's it takes for 1, and "--insecure=$UNSET" is to turn nothing on.
std::vector<std::string> with_empty_values_apart(std::vector<std::string> given, Command command,
                                                 std::vector<std::string>& errors) {
    std::vector<std::string> arguments;
    bool options_ended = false;
    for (std::string& argument : given) {
        options_ended = options_ended || argument == "--";
        const bool candidate = !options_ended && argument.starts_with("--") && argument.ends_with('=');
        const OptionSpec* spec =
            candidate ? find_option(std::string_view(argument).substr(2, argument.size() - 3), command)
                      : nullptr;
        if (spec != nullptr && spec->shape == OptionShape::flag) {
            errors.push_back(name_alone(argument) + ": its value is missing: allowed is 1 or 0");
            continue;
        }
        if (spec != nullptr) {
            argument.pop_back();
            arguments.push_back(std::move(argument));
            argument.clear();
        }
        arguments.push_back(std::move(argument));
    }
    return arguments;
}

/// The arguments as CLI11 splits them: one value an occurrence, so that none swallows the targets behind it.
class Parser {
public:
    explicit Parser(Command command) : command_(command) {
        app_.set_help_flag();
        app_.allow_extras();
        help_ = app_.add_flag("-h,--help");
        version_ = app_.add_flag("-V,--version");
        for (const OptionSpec& spec : option_specs(command))
            options_.emplace_back(&spec, add(spec));
    }

    /// Adds what is wrong, with no value in it.
    void parse(std::vector<std::string> arguments, std::vector<std::string>& errors) {
        const std::string last = arguments.empty() ? "" : arguments.back();
        std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
        try {
            app_.parse(std::move(arguments));
        } catch (const CLI::ArgumentMismatch&) {
            return errors.push_back(last_name(last) + ": its value is missing");
        } catch (const CLI::Error& error) {
            return errors.push_back("the arguments cannot be read (" + error.get_name() + ")");
        }
        split_rest(errors);
    }

    bool help() const { return help_->count() > 0; }
    bool version() const { return version_->count() > 0; }

    CommandLine take() {
        CommandLine command_line;
        command_line.command = command_;
        command_line.operands = std::move(operands_);
        for (const auto& [spec, option] : options_) {
            for (const std::string& text : option->results()) {
                const bool bare_flag = spec->shape == OptionShape::flag && text == "true";
                command_line.arguments[spec->name].push_back({bare_flag ? "1" : text, "--" + spec->name});
            }
        }
        return command_line;
    }

private:
    CLI::Option* add(const OptionSpec& spec) {
        const std::string names =
            (spec.letter != 0 ? std::string{'-', spec.letter, ','} : "") + "--" + spec.name;
        CLI::Option* option = spec.shape == OptionShape::flag ? app_.add_flag(names) : app_.add_option(names);
        if (spec.shape != OptionShape::flag) option->expected(1);
        return option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }

    /// What CLI11 knows no option for is an operand, or an option that there is not.
    void split_rest(std::vector<std::string>& errors) {
        bool options_ended = false;
        for (std::string& argument : app_.remaining()) {
            if (!options_ended && argument == "--") {
                options_ended = true;
            } else if (!options_ended && argument.size() > 1 && argument.front() == '-') {
                errors.push_back(no_option(name_alone(argument), command_));
            } else {
                operands_.push_back(std::move(argument));
            }
        }
    }

    Command command_;
    CLI::App app_;
    CLI::Option* help_ = nullptr;
    CLI::Option* version_ = nullptr;
    std::vector<std::pair<const OptionSpec*, CLI::Option*>> options_;
    std::vector<std::string> operands_;
};

/// A target "-" is what --targets - is. A second one stays, for lay_options to refuse.
void move_stdin_target(CommandLine& command_line, std::vector<std::string>& errors) {
    std::vector<std::string>& targets = command_line.operands;
    const auto stdin_target = std::find(targets.begin(), targets.end(), "-");
    if (stdin_target == targets.end()) return;
    std::vector<OptionValue>& files = command_line.arguments["targets"];
    if (!files.empty())
        errors.push_back("TARGET: '-' reads targets from stdin, and --targets is given too: give one");
    files.assign(1, OptionValue{"-", "TARGET"});
    targets.erase(stdin_target);
}

/// What is wrong with the operands of a command that needs some.
void check_operands(const CommandLine& command_line, std::vector<std::string>& errors) {
    const std::vector<std::string>& files = command_line.operands;
    if (command_line.command == Command::classify && files.empty())
        errors.emplace_back("no file is given: name saved HTTP responses; - is stdin");
    if (command_line.command == Command::schema && (files.size() != 1 || !parse_document(files.front())))
        errors.emplace_back("the schema of one document can be printed: write report or plan");
    if (command_line.command != Command::merge) return;
    if (files.empty()) errors.emplace_back("no report is given: name those of all shards; - is stdin");
}

std::vector<OptionValue> environment_values(const OptionSpec& spec, std::string_view text) {
    std::vector<OptionValue> values;
    const std::string place = spec.environment_name();
    if (spec.shape != OptionShape::list) return {OptionValue{std::string(text), place}};
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (!line.empty()) values.push_back({std::string(line), place});
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return values;
}

OptionValues read_environment(const char* const* environment, Command command) {
    OptionValues values;
    for (; environment != nullptr && *environment != nullptr; ++environment) {
        const std::string_view variable = *environment;
        if (!variable.starts_with("OUTRIDER_")) continue;
        const std::size_t equals = variable.find('=');
        if (equals == std::string_view::npos || equals + 1 == variable.size()) continue;
        for (const OptionSpec& spec : option_specs(command)) {
            if (spec.environment_name() != variable.substr(0, equals)) continue;
            values[spec.name] = environment_values(spec, variable.substr(equals + 1));
        }
    }
    return values;
}

}  // namespace

std::optional<std::string> CommandLine::plan_file() const {
    for (const OptionValues* source : {&arguments, &environment}) {
        const auto found = source->find("plan");
        if (found != source->end() && !found->second.empty()) return found->second.back().text;
    }
    return std::nullopt;
}

std::optional<Document> parse_document(std::string_view word) {
    if (word == "report") return Document::report;
    if (word == "plan") return Document::plan;
    return std::nullopt;
}

std::variant<CommandLine, Printout> parse_command_line(int argc, const char* const* argv,
                                                       const char* const* environment) {
    std::vector<std::string> given(argv + std::min(argc, 1), argv + argc);
    const std::optional<Command> named = given.empty() ? std::nullopt : named_command(given.front());
    if (named) given.erase(given.begin());
    const Command command = named.value_or(Command::probe);

    Parser parser(command);
    std::vector<std::string> errors;
    parser.parse(with_empty_values_apart(std::move(given), command, errors), errors);
    if (parser.help()) return Printout{help_text(command), ExitCode::healthy};
    if (parser.version()) return Printout{"outrider " + std::string(version) + '\n', ExitCode::healthy};

    CommandLine command_line = parser.take();
    if (command == Command::probe) move_stdin_target(command_line, errors);
    if (errors.empty()) check_operands(command_line, errors);
    if (!errors.empty()) return usage_error(errors, command);
    command_line.environment = read_environment(environment, command);
    return command_line;
}

}  // namespace outrider
