#include "outrider/cli/lay_options.hpp"

#include "fault_text.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <system_error>

namespace outrider {
namespace {

std::string error_text(std::string_view place, std::string_view fault) {
    return std::string(place) + ": " + std::string(fault);
}

/// A header of a stronger source (those before `weaker`) takes its name out of the weaker ones.
void drop_replaced(Headers& headers, std::size_t weaker) {
    const auto first = std::next(headers.begin(), static_cast<std::ptrdiff_t>(weaker));
    headers.erase(std::remove_if(first, headers.end(),
                                 [&](const Header& header) {
                                     return std::any_of(headers.begin(), first, [&](const Header& stronger) {
                                         return iequals(stronger.name, header.name);
                                     });
                                 }),
                  headers.end());
}

/// Lays one option after the other, and keeps which values count.
class Layers {
public:
    explicit Layers(Laid& laid) : laid_(laid) {}

    /// `sources` from strong to weak.
    void lay(const OptionSpec& spec, const std::array<const OptionValues*, 3>& sources) {
        for (const OptionValues* source : sources) {
            const auto found = source->find(spec.name);
            if (found == source->end() || found->second.empty()) continue;
            const std::size_t stronger_headers = laid_.settings.request.headers.size();
            lay(spec, found->second);
            if (spec.name == "header") drop_replaced(laid_.settings.request.headers, stronger_headers);
        }
    }

    const std::vector<OptionValue>& effective(std::string_view name) const {
        static const std::vector<OptionValue> none;
        const auto found = laid_.effective.find(name);
        return found == laid_.effective.end() ? none : found->second;
    }

private:
    void lay(const OptionSpec& spec, const std::vector<OptionValue>& values) {
        const bool decided = spec.shape != OptionShape::list && !effective(spec.name).empty();
        for (const OptionValue& value : values) {
            const bool counts = spec.shape == OptionShape::list || (!decided && &value == &values.back());
            if (const Complaint fault = spec.apply(value.text, counts ? laid_.settings : beaten_)) {
                laid_.errors.push_back(error_text(value.place, *fault));
            }
            if (counts) laid_.effective[spec.name].push_back(value);
            if (counts && spec.open) laid_.files.push_back({&spec, value.place});
        }
    }

    Laid& laid_;
    Settings beaten_;  ///< where values are checked that do not count
};

bool is_on(const std::vector<OptionValue>& flag) {
    return !flag.empty() && flag.back().text == "1";
}

void check_together(const Layers& layers, std::vector<std::string>& errors) {
    if (is_on(layers.effective("ipv4")) && is_on(layers.effective("ipv6"))) {
        errors.push_back(
            error_text(layers.effective("ipv6").back().place,
                       "excludes " + layers.effective("ipv4").back().place + ": one family, or neither"));
    }
    if (!layers.effective("key").empty() && layers.effective("cert").empty()) {
        errors.push_back(
            error_text(layers.effective("key").back().place, "a key needs its certificate: add --cert"));
    }
}

// A shard sees a part only: what is reported for merge is complete, and merge has the exit code.
void apply_shard_defaults(const Layers& layers, Settings& settings) {
    if (settings.shard && layers.effective("fail-on").empty()) settings.fail_on = FailOn::never;
}

/// What an operand is called in the usage of its command.
std::string operand_word(Command command) {
    switch (command) {
        case Command::probe:
            return "TARGET";
        case Command::classify:
            return "FILE";
        case Command::merge:
            return "REPORT";
        case Command::schema:
            return "NAME";
    }
    return {};
}

/// Stdin is one input: of the operands or of the options.
void check_stdin(const CommandLine& command_line, const Layers& layers, std::vector<std::string>& errors) {
    std::vector<std::string> readers;
    for (const OptionSpec& spec : option_specs(command_line.command)) {
        for (const OptionValue& value : layers.effective(spec.name)) {
            if (value.text == spec.stdin_word && !value.text.empty()) readers.push_back(value.place);
        }
    }
    for (const std::string& operand : command_line.operands) {
        if (operand == "-") readers.push_back(operand_word(command_line.command));
    }
    for (std::size_t i = 1; i < readers.size(); ++i)
        errors.push_back(error_text(readers[i], "stdin is read by " + readers.front() + " already"));
}

/// The same for two spellings of one path: "a.json", "./a.json", "/here/a.json".
std::string normal_path(const std::string& path) {
    std::error_code ignored;
    const std::filesystem::path absolute = std::filesystem::absolute(path, ignored);
    return (ignored ? std::filesystem::path(path) : absolute).lexically_normal().string();
}

void check_outputs(const Layers& layers, std::vector<std::string>& errors) {
    std::vector<std::pair<std::string, std::string>> seen;  // path and place
    const auto count = [&](const std::string& path, const std::string& place) {
        const std::string normal = normal_path(path);
        const auto same =
            std::find_if(seen.begin(), seen.end(), [&](const auto& one) { return one.first == normal; });
        if (same == seen.end()) {
            seen.emplace_back(normal, place);
        } else {
            errors.push_back(
                error_text(place, path_in_quotes(path) + " is written by " + same->second + " already"));
        }
    };
    for (const OptionValue& output : layers.effective("output")) {
        if (output.text != "-") count(output.text, output.place);
    }
    for (const OptionValue& proxies : layers.effective("proxies-out"))
        count(proxies.text, proxies.place);
    for (const OptionValue& report : layers.effective("report")) {
        const std::size_t equals = report.text.find('=');
        if (equals != std::string::npos) count(report.text.substr(equals + 1), report.place);
    }
}

}  // namespace

Laid lay_options(const CommandLine& command_line, const OptionValues& plan) {
    Laid laid;
    if (command_line.command == Command::probe) laid.settings.targets = command_line.operands;
    Layers layers(laid);
    for (const OptionSpec& spec : option_specs(command_line.command)) {
        layers.lay(spec, {&command_line.arguments, &command_line.environment, &plan});
    }
    apply_shard_defaults(layers, laid.settings);
    check_together(layers, laid.errors);
    check_stdin(command_line, layers, laid.errors);
    check_outputs(layers, laid.errors);
    return laid;
}

std::vector<std::string> open_files(Laid& laid, Clock::time_point until) {
    std::vector<std::string> errors;
    for (const Laid::File& file : laid.files) {
        const Complaint fault = file.spec->open(laid.settings, until);
        if (fault) errors.push_back(error_text(file.place, *fault));
    }
    return errors;
}

}  // namespace outrider
