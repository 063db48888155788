#include "help.hpp"

#include "outrider/cli/options.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace outrider {
namespace {

constexpr std::size_t width = 100;
constexpr std::size_t text_column = 34;

constexpr std::string_view probe_opening = R"(Usage: outrider [OPTIONS] [TARGET...]
       outrider merge [OPTIONS] REPORT...     one report of the reports of all shards
       outrider classify [OPTIONS] FILE...    what saved responses come to
       outrider schema report|plan            the JSON Schema of either; each has its own --help

Probes targets through proxies and says, as one JSON report on stdout, whether a batch of requests
should be dispatched: HEALTHY, DEGRADED or CRITICAL, with the backoff that the evidence supports.

  outrider https://example.com/
  outrider --proxies pool.txt --direct -o report.json https://example.com/ https://example.org/api
  outrider --targets urls.txt -x socks5h://127.0.0.1:1080 --deadline 5s --fail-on critical

D is a duration: 500ms, 3s, 1m30s, 1.5s; a bare number is seconds. SIZE is in bytes: 4096, 64KiB,
64kB, 1MiB. R is a fraction from 0 to 1. A flag is turned off by =0. Where an option that is not
repeatable is given twice, the last one counts.

Every option is also a key of the plan file ('-' becomes '_'; the files of --targets and --proxies
are targets_file and proxies_file) and an environment variable: OUTRIDER_DEADLINE for --deadline (a
flag is 1 or 0, a repeatable option holds a value a line). The command line beats the environment,
which beats the plan; the values of repeatable options add up.
)";

constexpr std::string_view classify_opening = R"(Usage: outrider classify [OPTIONS] FILE...

Reads raw HTTP responses, one a file (- is stdin), as curl -i saves them, and prints the outcome of
each as a JSON line: what a probe that got this answer would come to, and the evidence for it.

  curl -si https://example.com/ | outrider classify -
  outrider classify --signatures mine.json saved/*.http | jq -r 'select(.outcome == "banned").file'

SIZE is in bytes: 4096, 64KiB, 64kB, 1MiB. A flag is turned off by =0. Every option is also an
environment variable: OUTRIDER_MAX_BODY for --max-body. The command line beats the environment.
)";

constexpr std::string_view merge_opening = R"(Usage: outrider merge [OPTIONS] REPORT...

Puts the reports of all shards of one plan together (- is stdin) and reports on them as one run that
had the same results would: every number and the state are computed anew. A report needs all of its
results in it, as those of shards have by themselves.

  outrider merge -o whole.json shard-*.json
  outrider merge --allow-missing --policy pool --fail-on critical shard-*.json

D is a duration: 500ms, 3s, 1m30s, 1.5s; a bare number is seconds. R is a fraction from 0 to 1. A
flag is turned off by =0. Every option is also an environment variable: OUTRIDER_FAIL_ON for
--fail-on. The command line beats the environment.
)";

constexpr std::string_view probe_closing = R"(
Exit codes
  0   HEALTHY, or a state below --fail-on
  1   DEGRADED
  2   CRITICAL
  64  the command line, the plan, an option's value or the content of a file it names is wrong
  65  no usable target, proxies were given and none is usable, or the baseline is no report
  66  an input file cannot be opened or read (with 64, 65 and 66 nothing was sent)
  70  a fault of outrider itself
  74  a report could not be written whole
  129, 130, 143  ended by SIGHUP, SIGINT, SIGTERM; what was collected has been reported
)";

constexpr std::string_view merge_closing = R"(
Exit codes
  0   HEALTHY, or a state below --fail-on
  1   DEGRADED
  2   CRITICAL
  64  the command line or an option's value is wrong
  65  a file is no report with all its results, or the reports are not those of every shard, once each;
      or the baseline is no report
  66  a report cannot be read
  70  a fault of outrider itself
  74  a report could not be written whole
  129, 130, 143  ended by SIGHUP, SIGINT, SIGTERM, without a report
)";

constexpr std::string_view classify_closing = R"(
Exit codes
  0   whatever the outcomes
  64  the command line, an option's value or the content of a file it names is wrong
  66  a file cannot be read; the others are printed all the same
  74  the lines could not be written whole
)";

constexpr std::string_view schema_opening = R"(Usage: outrider schema report|plan

Prints a JSON Schema (draft 2020-12): of the report that a probe or a merge writes as JSON, or of the
plan file that --plan takes. In a plan ${NAME} may stand in any string, also where a number is asked
for; comments are to be taken out before other programs read it.

  outrider schema plan > plan.schema.json
)";

constexpr std::string_view schema_closing = R"(
Exit codes
  0   the schema has been printed
  64  the command line is wrong
  74  the schema could not be written whole
)";

/// "-x, --proxy URL"
std::string synopsis(const OptionSpec& spec) {
    std::string text = spec.letter != 0 ? std::string{'-', spec.letter, ',', ' '} : "    ";
    text.append("--").append(spec.name);
    if (!spec.placeholder.empty()) text.append(" ").append(spec.placeholder);
    return text;
}

/// "[default 10s; 200ms..60m]"
std::string facts(const OptionSpec& spec) {
    std::string text = spec.default_value.empty() ? "" : "default " + spec.default_value;
    if (!spec.range.empty()) text.append(text.empty() ? "" : "; ").append(spec.range);
    return text.empty() ? text : '[' + text + ']';
}

/// Facts are not broken, but for words to choose from that no line can hold.
std::vector<std::string> lines_of(std::string_view facts) {
    constexpr std::size_t room = width - text_column;
    std::vector<std::string> lines;
    while (facts.size() > room && facts.rfind('|', room - 1) != std::string_view::npos) {
        const std::size_t end = facts.rfind('|', room - 1) + 1;
        lines.emplace_back(facts.substr(0, end));
        facts.remove_prefix(end);
    }
    if (!facts.empty()) lines.emplace_back(facts);
    return lines;
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        words.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

void append_row(std::string& page, const std::string& left, const std::vector<std::string>& words) {
    page.append("  ").append(left);
    std::size_t column = left.size() + 2;
    const auto indent = [&] {
        if (column + 2 > text_column) {
            page += '\n';
            column = 0;
        }
        page.append(text_column - column, ' ');
        column = text_column;
    };
    indent();
    for (const std::string& word : words) {
        if (column != text_column && column + 1 + word.size() > width) {
            indent();
        } else if (column != text_column) {
            page += ' ';
            ++column;
        }
        page += word;
        column += word.size();
    }
    page += '\n';
}

void append_option(std::string& page, const OptionSpec& spec) {
    std::vector<std::string> words = words_of(spec.help);
    if (spec.shape == OptionShape::list) words.emplace_back("(repeatable)");
    for (const std::string& line : lines_of(facts(spec)))
        words.push_back(line);
    append_row(page, synopsis(spec), words);
}

/// What stands before the options of a command, and what behind them.
struct Frame {
    std::string_view opening;
    std::string_view closing;
};

Frame frame_of(Command command) {
    switch (command) {
        case Command::probe:
            return {probe_opening, probe_closing};
        case Command::classify:
            return {classify_opening, classify_closing};
        case Command::merge:
            return {merge_opening, merge_closing};
        case Command::schema:
            return {schema_opening, schema_closing};
    }
    return {};
}

}  // namespace

std::string help_text(Command command) {
    const bool probe = command == Command::probe;
    const Frame frame = frame_of(command);
    std::string page(frame.opening);
    std::string_view group;
    for (const OptionSpec& spec : option_specs(command)) {
        if (spec.group != group) {
            page.append("\n").append(spec.group).append("\n");
            if (group.empty() && probe)
                append_row(page, "    TARGET...", words_of("URL to probe; - is stdin, one URL a line"));
            group = spec.group;
        }
        append_option(page, spec);
    }
    page += '\n';
    append_row(page, "-h, --help", words_of("this page"));
    append_row(page, "-V, --version", {"the version"});
    return page.append(frame.closing);
}

}  // namespace outrider
