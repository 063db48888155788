#include "option_kinds.hpp"

#include "fault_text.hpp"
#include "outrider/cli/values.hpp"
#include "outrider/model/deadline.hpp"

#include <charconv>
#include <cstdio>

namespace outrider {
namespace {

std::string format_rate(double rate) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", rate);
    return text;
}

std::string format_size(std::uint64_t bytes) {
    for (const auto& [shift, unit] : {std::pair{30, "GiB"}, {20, "MiB"}, {10, "KiB"}}) {
        if (bytes != 0 && bytes % (1ull << shift) == 0) return std::to_string(bytes >> shift) + unit;
    }
    return std::to_string(bytes);
}

OptionSpec with_head(OptionHead head) {
    OptionSpec spec;
    spec.group = std::move(head.group);
    spec.name = std::move(head.name);
    spec.letter = head.letter;
    spec.placeholder = std::move(head.placeholder);
    spec.help = std::move(head.help);
    return spec;
}

}  // namespace

OptionSpec text_option(OptionHead head, std::function<Complaint(std::string_view, Settings&)> apply) {
    OptionSpec spec = with_head(std::move(head));
    spec.apply = std::move(apply);
    return spec;
}

OptionSpec list_option(OptionHead head, std::function<Complaint(std::string_view, Settings&)> apply) {
    OptionSpec spec = text_option(std::move(head), std::move(apply));
    spec.shape = OptionShape::list;
    return spec;
}

OptionSpec switch_option(OptionHead head, std::function<void(Settings&, bool)> set) {
    OptionSpec spec =
        text_option(std::move(head), [set](std::string_view text, Settings& settings) -> Complaint {
            if (text != "0" && text != "1") return in_quotes(text) + " is neither 1 nor 0";
            set(settings, text == "1");
            return std::nullopt;
        });
    spec.shape = OptionShape::flag;
    spec.type = ValueType::boolean;
    return spec;
}

OptionSpec duration_option(OptionHead head, Micros Settings::*member, Micros low, Micros high) {
    const std::string range = format_duration(low) + ".." + format_duration(high);
    OptionSpec spec =
        text_option(std::move(head), [=](std::string_view text, Settings& settings) -> Complaint {
            const std::optional<Micros> duration = parse_duration(text);
            if (!duration)
                return in_quotes(text) + " is no duration: write 500ms, 3s, 1m30s, 1.5s or seconds";
            if (*duration < low || *duration > high) return out_of_range(text, range);
            settings.*member = *duration;
            return std::nullopt;
        });
    spec.type = ValueType::quantity;
    spec.pattern = duration_pattern;
    spec.default_value = format_duration(Settings{}.*member);
    spec.range = range;
    return spec;
}

OptionSpec rate_option(OptionHead head, double Settings::*member) {
    OptionSpec spec =
        text_option(std::move(head), [=](std::string_view text, Settings& settings) -> Complaint {
            double rate = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rate);
            if (error == std::errc::invalid_argument || end != text.data() + text.size()) {
                return in_quotes(text) + " is no number: write a fraction from 0 to 1";
            }
            // Written so that "nan" is out of range too.
            if (error != std::errc() || !(rate >= 0 && rate <= 1)) return out_of_range(text, "0..1");
            settings.*member = rate;
            return std::nullopt;
        });
    spec.type = ValueType::number;
    spec.default_value = format_rate(Settings{}.*member);
    spec.range = "0..1";
    return spec;
}

OptionSpec size_option(OptionHead head, std::uint64_t Settings::*member, std::uint64_t high) {
    const std::string range = "0.." + format_size(high);
    OptionSpec spec =
        text_option(std::move(head), [=](std::string_view text, Settings& settings) -> Complaint {
            const std::optional<std::uint64_t> size = parse_size(text);
            if (!size) return in_quotes(text) + " is no size: write bytes, or 64KiB, 1MiB, 64kB, 1MB";
            if (*size > high) return out_of_range(text, range);
            settings.*member = *size;
            return std::nullopt;
        });
    spec.type = ValueType::quantity;
    spec.pattern = size_pattern;
    spec.default_value = format_size(Settings{}.*member);
    spec.range = range;
    return spec;
}

OptionSpec file_option(OptionHead head, std::optional<std::string> Settings::*member) {
    return text_option(std::move(head), [=](std::string_view text, Settings& settings) {
        Complaint fault = path_fault(text);
        if (!fault) settings.*member = text;
        return fault;
    });
}

OptionSpec secret(OptionSpec spec) {
    spec.secret = true;
    return spec;
}

OptionSpec reads_stdin(OptionSpec spec, std::string word) {
    spec.help += "; " + word + " is stdin";
    spec.stdin_word = std::move(word);
    return spec;
}

OptionSpec with_default(OptionSpec spec, std::string value) {
    spec.default_value = std::move(value);
    return spec;
}

OptionSpec quantity(OptionSpec spec, std::string range, std::string_view pattern) {
    spec.type = ValueType::quantity;
    spec.pattern = pattern;
    spec.range = std::move(range);
    return spec;
}

OptionSpec with_range(OptionSpec spec, std::string range) {
    spec.range = std::move(range);
    return spec;
}

Complaint parse_whole(std::string_view text, std::uint64_t low, std::uint64_t high, std::uint64_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc::invalid_argument || end != text.data() + text.size()) {
        return in_quotes(text) + " is no whole number: allowed is " + range_of(low, high);
    }
    if (error != std::errc() || number < low || number > high) return out_of_range(text, range_of(low, high));
    return std::nullopt;
}

std::string range_of(std::uint64_t low, std::uint64_t high) {
    return std::to_string(low) + ".." + std::to_string(high);
}

std::string not_one_of(std::string_view text, const std::string& words) {
    return in_quotes(text) + " is none of " + words;
}

}  // namespace outrider
