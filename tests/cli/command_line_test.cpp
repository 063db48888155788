#include "outrider/cli/command_line.hpp"

#include "layers.hpp"
#include "outrider/model/version.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace outrider::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(CommandLine, AnOptionTakesOneValueAndLeavesTheTargets) {
    for (const Strings& arguments :
         {Strings{"-x", "P", "URL"}, Strings{"-xP", "URL"}, Strings{"--proxy", "P", "URL"},
          Strings{"--proxy=P", "URL"}, Strings{"URL", "-x", "P"}}) {
        const CommandLine command_line = parsed(arguments);
        EXPECT_THAT(texts(command_line, "proxy"), ElementsAre("P"));
        EXPECT_THAT(command_line.operands, ElementsAre("URL"));
    }
    const CommandLine twice = parsed({"-x", "P", "U1", "-x", "Q", "U2"});
    EXPECT_THAT(texts(twice, "proxy"), ElementsAre("P", "Q"));
    EXPECT_THAT(twice.operands, ElementsAre("U1", "U2"));
}

TEST(CommandLine, ValuesMayLookLikeOptions) {
    EXPECT_THAT(texts(parsed({"-o", "-", "URL"}), "output"), ElementsAre("-"));
    EXPECT_THAT(texts(parsed({"-o-"}), "output"), ElementsAre("-"));
    EXPECT_THAT(texts(parsed({"--body", "--direct"}), "body"), ElementsAre("--direct"));
    EXPECT_THAT(texts(parsed({"-H", "-4: x"}), "header"), ElementsAre("-4: x"));
    EXPECT_THAT(texts(parsed({"--body=a=b"}), "body"), ElementsAre("a=b"));
    EXPECT_THAT(texts(parsed({"--body=[1,2]"}), "body"), ElementsAre("[1,2]"));
    EXPECT_THAT(texts(parsed({"--proxy", "[::1]:80"}), "proxy"), ElementsAre("[::1]:80"));
}

TEST(CommandLine, AnEmptyValueIsAValue) {
    const CommandLine command_line = parsed({"--name=", "--body", "", "URL"});
    EXPECT_THAT(texts(command_line, "name"), ElementsAre(""));
    EXPECT_THAT(texts(command_line, "body"), ElementsAre(""));
    EXPECT_THAT(command_line.operands, ElementsAre("URL"));
}

TEST(CommandLine, TwoDashesEndTheOptions) {
    const CommandLine command_line = parsed({"-q", "--", "-v", "--direct", "--", "--name="});
    EXPECT_THAT(command_line.operands, ElementsAre("-v", "--direct", "--", "--name="));
    EXPECT_THAT(texts(command_line, "quiet"), ElementsAre("1"));
    EXPECT_THAT(texts(command_line, "direct"), IsEmpty());
}

TEST(CommandLine, FlagsStandAloneOrTogetherOrWithOneOrZero) {
    const CommandLine command_line = parsed({"-4qX", "POST", "--direct=0", "--insecure=1", "--pretty"});
    EXPECT_THAT(texts(command_line, "ipv4"), ElementsAre("1"));
    EXPECT_THAT(texts(command_line, "quiet"), ElementsAre("1"));
    EXPECT_THAT(texts(command_line, "method"), ElementsAre("POST"));
    EXPECT_THAT(texts(command_line, "direct"), ElementsAre("0"));
    EXPECT_THAT(texts(command_line, "insecure"), ElementsAre("1"));
    EXPECT_THAT(texts(command_line, "pretty"), ElementsAre("1"));
}

TEST(CommandLine, OddTargetsStayWhole) {
    EXPECT_THAT(parsed({"[a,b]", "", "a b", "/x", "{1..3}"}).operands,
                ElementsAre("[a,b]", "", "a b", "/x", "{1..3}"));
}

TEST(CommandLine, ADashReadsTargetsFromStdin) {
    const CommandLine command_line = parsed({"URL", "-"});
    EXPECT_THAT(command_line.operands, ElementsAre("URL"));
    EXPECT_THAT(texts(command_line, "targets"), ElementsAre("-"));
    EXPECT_EQ(printed({"-", "--targets", "list"}).code, ExitCode::usage);
}

TEST(CommandLine, NothingGivenIsNoError) {
    EXPECT_THAT(parsed({}).operands, IsEmpty());
    EXPECT_TRUE(std::holds_alternative<CommandLine>(parse_command_line(0, nullptr, nullptr)));
}

TEST(CommandLine, WhatThereIsNotIsToldWithoutItsValue) {
    const Printout printout = printed({"--prox=http://u:hunter2@h", "-Uhunter2", "--http://u:hunter2@h",
                                       "--ratating", "http://u:hunter2@t"});
    EXPECT_EQ(printout.code, ExitCode::usage);
    EXPECT_THAT(printout.text, AllOf(HasSubstr("--prox: there is no such option"), HasSubstr("-U: "),
                                     HasSubstr("--ratating: "), HasSubstr("--help"),
                                     Not(HasSubstr("hunter2")), Not(HasSubstr("\n"))));
}

TEST(CommandLine, AMissingValueNamesItsOption) {
    EXPECT_THAT(printed({"URL", "--proxy"}).text, HasSubstr("--proxy: its value is missing"));
    EXPECT_THAT(printed({"-qx"}).text, HasSubstr("-x: its value is missing"));
    EXPECT_THAT(printed({"--insecure=", "--nonsense"}).text,
                AllOf(HasSubstr("--insecure: its value is missing"), HasSubstr("--nonsense: ")));
    EXPECT_EQ(printed({"--insecure=", "--help"}).code, ExitCode::healthy);
    EXPECT_THAT(parsed({"--", "--insecure="}).operands, ElementsAre("--insecure="));
}

TEST(CommandLine, HelpAndVersionWinOverErrors) {
    for (const Strings& arguments : {Strings{"--help"}, Strings{"-h"}, Strings{"--nonsense", "--help"},
                                     Strings{"-qh", "URL"}, Strings{"--help", "--proxy"}}) {
        const Printout help = printed(arguments);
        EXPECT_EQ(help.code, ExitCode::healthy);
        EXPECT_THAT(help.text, HasSubstr("Usage: outrider"));
    }
    for (const char* argument : {"--version", "-V"}) {
        EXPECT_EQ(printed({argument}).text, "outrider " + std::string(version) + "\n");
        EXPECT_EQ(printed({argument}).code, ExitCode::healthy);
    }
    EXPECT_THAT(parsed({"--", "--help"}).operands, ElementsAre("--help"));
}

TEST(CommandLine, TheFirstArgumentMayNameACommand) {
    const CommandLine classify = parsed({"classify", "a.http", "-", "--via-proxy", "--max-body=1KiB", "b"});
    EXPECT_EQ(classify.command, Command::classify);
    EXPECT_THAT(classify.operands, ElementsAre("a.http", "-", "b"));
    EXPECT_THAT(texts(classify, "via-proxy"), ElementsAre("1"));
    EXPECT_THAT(texts(classify, "max-body"), ElementsAre("1KiB"));

    const CommandLine probe = parsed({"-q", "classify"});
    EXPECT_EQ(probe.command, Command::probe);
    EXPECT_THAT(probe.operands, ElementsAre("classify"));
}

TEST(CommandLine, ACommandHasItsOwnOptionsAndHelp) {
    const Printout wrong = printed({"classify", "--deadline", "1s", "a"});
    EXPECT_EQ(wrong.code, ExitCode::usage);
    EXPECT_THAT(wrong.text, AllOf(HasSubstr("--deadline: there is no such option"),
                                  HasSubstr("see outrider classify --help")));
    EXPECT_THAT(printed({"--via-proxy", "http://t"}).text, HasSubstr("--via-proxy: there is no such"));
    EXPECT_THAT(printed({"classify"}).text, HasSubstr("no file is given"));
    EXPECT_THAT(printed({"classify", "--help"}).text, HasSubstr("Usage: outrider classify"));
    EXPECT_THAT(parsed({"classify", "a"}, {"OUTRIDER_DEADLINE=1s", "OUTRIDER_MAX_BODY=1"}).environment,
                ElementsAre(testing::Key("max-body")));
}

TEST(CommandLine, OfSchemaNamesOneDocument) {
    const CommandLine schema = parsed({"schema", "plan"}, {"OUTRIDER_DEADLINE=soon"});
    EXPECT_EQ(schema.command, Command::schema);
    EXPECT_THAT(schema.operands, ElementsAre("plan"));
    EXPECT_THAT(schema.environment, IsEmpty());
    EXPECT_EQ(parse_document("report"), Document::report);
    EXPECT_EQ(parse_document("plan"), Document::plan);
    for (const Strings& wrong :
         {Strings{"schema"}, Strings{"schema", "Plan"}, Strings{"schema", "plan", "report"},
          Strings{"schema", ""}, Strings{"schema", "plan", "--deadline", "1s"}}) {
        const Printout printout = printed(wrong);
        EXPECT_EQ(printout.code, ExitCode::usage) << testing::PrintToString(wrong);
        EXPECT_THAT(printout.text, HasSubstr("see outrider schema --help"));
    }
    EXPECT_THAT(printed({"schema", "--help"}).text, HasSubstr("Usage: outrider schema report|plan"));
}

TEST(CommandLine, OfMergeHoldsReportsAndWhatDecidesAndIsWritten) {
    const CommandLine merge =
        parsed({"merge", "a.json", "--allow-missing", "--policy", "pool", "-", "-qoFILE"},
               {"OUTRIDER_SHARD=0/2", "OUTRIDER_DEADLINE=soon", "OUTRIDER_NAME=n"});
    EXPECT_EQ(merge.command, Command::merge);
    EXPECT_THAT(merge.operands, ElementsAre("a.json", "-"));
    EXPECT_THAT(texts(merge, "allow-missing"), ElementsAre("1"));
    EXPECT_THAT(texts(merge, "policy"), ElementsAre("pool"));
    EXPECT_THAT(texts(merge, "output"), ElementsAre("FILE"));
    EXPECT_THAT(merge.environment, ElementsAre(testing::Key("name")));
    const Printout refused = printed({"merge", "--proxies-out=FILE", "a.json"});
    EXPECT_EQ(refused.code, ExitCode::usage);
    EXPECT_THAT(refused.text, HasSubstr("--proxies-out: a report holds no secrets to write"));
    for (const char* option :
         {"--shard=0/2", "--deadline=1s", "--proxies-out=x", "--signatures=x", "--plan=x"}) {
        EXPECT_EQ(printed({"merge", option, "a"}).code, ExitCode::usage) << option;
    }
    EXPECT_THAT(printed({"merge"}).text,
                AllOf(HasSubstr("no report is given"), HasSubstr("see outrider merge --help")));
    EXPECT_THAT(printed({"--allow-missing", "http://t"}).text, HasSubstr("there is no such option"));
}

TEST(Environment, HoldsEveryOption) {
    for (const OptionSpec& spec : option_specs()) {
        const CommandLine command_line = parsed({}, {spec.environment_name() + "=value"});
        const auto found = command_line.environment.find(spec.name);
        ASSERT_NE(found, command_line.environment.end()) << spec.name;
        ASSERT_EQ(found->second.size(), 1u);
        EXPECT_EQ(found->second[0].text, "value");
        EXPECT_EQ(found->second[0].place, spec.environment_name());
    }
}

TEST(Environment, AListHoldsAValueALine) {
    const CommandLine command_line =
        parsed({}, {"OUTRIDER_HEADER=A: 1\nB: 2\r\n\nC: 3", "OUTRIDER_BODY=one\ntwo", "OUTRIDER_PROXY=\n\n"});
    EXPECT_THAT(command_line.environment.at("header"), testing::SizeIs(3));
    EXPECT_EQ(command_line.environment.at("header")[1].text, "B: 2");
    EXPECT_EQ(command_line.environment.at("body")[0].text, "one\ntwo");
    EXPECT_THAT(command_line.environment.at("proxy"), IsEmpty());
}

TEST(Environment, EmptyIsUnsetAndWhatIsUnknownIsIgnored) {
    const CommandLine command_line = parsed({}, {"OUTRIDER_NONSENSE=1", "OUTRIDER_DEADLINE=", "DEADLINE=1s",
                                                 "outrider_direct=1", "OUTRIDER_DIRECT"});
    EXPECT_THAT(command_line.environment, IsEmpty());
}

TEST(PlanFile, ComesFromTheCommandLineBeforeTheEnvironment) {
    EXPECT_EQ(parsed({}).plan_file(), std::nullopt);
    EXPECT_EQ(parsed({}, {"OUTRIDER_PLAN=e"}).plan_file(), "e");
    EXPECT_EQ(parsed({"--plan", "a", "--plan", "b"}, {"OUTRIDER_PLAN=e"}).plan_file(), "b");
}

}  // namespace
}  // namespace outrider::test
