#include "cli/help.hpp"

#include "outrider/cli/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

namespace outrider {
namespace {

using testing::HasSubstr;

/// The row of an option, its lines joined; words to choose from go on without a space.
std::string row_of(const std::string& page, const OptionSpec& spec) {
    const std::string start = "--" + spec.name + (spec.placeholder.empty() ? "" : ' ' + spec.placeholder);
    std::istringstream lines(page);
    std::string row;
    for (std::string line; std::getline(lines, line);) {
        const bool starts =
            line.find(start) == 6 && (line.size() == 6 + start.size() || line[6 + start.size()] == ' ');
        const bool goes_on = !row.empty() && line.rfind("          ", 0) == 0;
        if (!row.empty() && !goes_on) break;
        if (starts || goes_on)
            row += (goes_on && !row.ends_with('|') ? " " : "") + line.substr(line.find_first_not_of(' '));
    }
    return row;
}

TEST(Help, TellsEveryOptionWithItsDefaultAndRange) {
    const std::string page = help_text();
    for (const OptionSpec& spec : option_specs()) {
        const std::string row = row_of(page, spec);
        ASSERT_FALSE(row.empty()) << spec.name;
        EXPECT_THAT(row, HasSubstr(spec.help));
        EXPECT_THAT(row, HasSubstr(spec.default_value.empty() ? "" : "default " + spec.default_value));
        EXPECT_THAT(row, HasSubstr(spec.range));
        const std::string short_form = spec.letter == 0 ? "" : std::string{'-', spec.letter, ',', ' '};
        EXPECT_THAT(page, HasSubstr(short_form + "--" + spec.name));
        EXPECT_EQ(row.find("(repeatable)") != std::string::npos, spec.shape == OptionShape::list)
            << spec.name;
    }
}

TEST(Help, IsGroupedAndNoWiderThanAHundredColumns) {
    const std::string page = help_text();
    std::size_t last = 0;
    for (const char* group : {"\nInputs\n", "\nRequest\n", "\nTLS and names\n", "\nTime and load\n",
                              "\nVerdict\n", "\nOutput\n", "\nExit codes\n"}) {
        const std::size_t at = page.find(group);
        ASSERT_NE(at, std::string::npos) << group;
        EXPECT_GT(at, last) << group;
        EXPECT_EQ(page.find(group, at + 1), std::string::npos) << group;
        last = at;
    }
    std::istringstream lines(page);
    for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(line.size(), 100u) << line;
        EXPECT_FALSE(line.ends_with(' ')) << line;
    }
}

TEST(Help, OfClassifyTellsItsOptionsAndNoOthers) {
    const std::string page = help_text(Command::classify);
    for (const OptionSpec& spec : option_specs(Command::classify))
        EXPECT_THAT(row_of(page, spec), HasSubstr(spec.help)) << spec.name;
    EXPECT_THAT(page, HasSubstr("Usage: outrider classify"));
    EXPECT_THAT(page, HasSubstr("\n  66 "));
    EXPECT_THAT(page, testing::Not(HasSubstr("--deadline")));
    EXPECT_THAT(help_text(), HasSubstr("outrider classify"));
}

TEST(Help, OfMergeTellsWhatDecidesAndWhatIsWritten) {
    const std::string page = help_text(Command::merge);
    for (const OptionSpec& spec : option_specs(Command::merge))
        EXPECT_THAT(row_of(page, spec), HasSubstr(spec.help)) << spec.name;
    for (const char* part : {"Usage: outrider merge", "--allow-missing", "--policy", "--name", "\n  65 "})
        EXPECT_THAT(page, HasSubstr(part));
    for (const char* option : {"--deadline", "--proxies-out", "--shard I/N", "--via-proxy"})
        EXPECT_THAT(page, testing::Not(HasSubstr(option)));
    EXPECT_THAT(help_text(), HasSubstr("outrider merge"));
}

TEST(Help, ShowsExitCodesAndExamples) {
    const std::string page = help_text();
    for (const char* code :
         {"\n  0 ", "\n  1 ", "\n  2 ", "\n  64 ", "\n  65 ", "\n  66 ", "\n  70 ", "\n  74 ", "130"}) {
        EXPECT_THAT(page, HasSubstr(code));
    }
    EXPECT_LT(page.find("  outrider https://"), page.find("\nInputs\n"));
}

}  // namespace
}  // namespace outrider
