// On a terminal (script(1) lends one): progress, a summary that comes last, and nothing that a server can
// forge.
#include "files.hpp"
#include "lab.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace integration {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Everything that a shell command with outrider in it shows on a terminal. Its arguments need no quoting.
std::string on_terminal(const std::string& arguments, std::map<std::string, std::string> env = {}) {
    ProcessOptions options;
    options.env = std::move(env);
    options.env["TERM"] = "xterm";
    const Exit exit =
        run({"script", "--quiet", "--return", "--command", OUTRIDER_BINARY " " + arguments, "/dev/null"},
            options);
    write_file(output_dir() / "terminal", exit.out);
    return exit.out;
}

class Terminal : public ::testing::Test {
protected:
    const ScriptedServer server_{answer(response(429, "Retry-After: 7\r\n"))};
};

TEST_F(Terminal, AReportThatGoesThereIsForReading) {
    const std::string shown = on_terminal(server_.url());
    EXPECT_THAT(shown, HasSubstr("\"schema\": \"outrider.report/1\""));
    EXPECT_THAT(shown, HasSubstr("\"results\": []"));
    const std::size_t report_end = shown.rfind("\n}");
    ASSERT_NE(report_end, std::string::npos) << shown;
    EXPECT_THAT(shown.substr(report_end), HasSubstr("CRITICAL")) << "the summary comes last";
}

TEST_F(Terminal, WithTheReportElsewhereTheSummaryIsStillThere) {
    const std::string file = output_dir() / "report.json";
    const std::string shown = on_terminal(server_.url() + " > " + file);
    EXPECT_THAT(shown, HasSubstr("CRITICAL"));
    EXPECT_THAT(shown, Not(HasSubstr("outrider.report/1")));
    EXPECT_LE(std::count(shown.begin(), shown.end(), '\n'), 16) << "a dozen lines";
    EXPECT_EQ(read_report_file(file).verdict(), "rate_limited/-/target");
}

TEST_F(Terminal, QuietIsQuiet) {
    EXPECT_EQ(on_terminal("-q " + server_.url() + " > /dev/null"), "");
}

TEST_F(Terminal, NoColor) {
    const auto has_colour = [](const std::string& text) { return text.find("\x1b[3") != std::string::npos; };
    EXPECT_TRUE(has_colour(on_terminal(server_.url() + " > /dev/null")));
    EXPECT_FALSE(has_colour(on_terminal(server_.url() + " > /dev/null", {{"NO_COLOR", "1"}})));
}

TEST_F(Terminal, TextFromTheNetworkIsEscaped) {
    const ScriptedServer forger(
        answer("HTTP/1.1 500 \x1b[2J\x1b[31mHEALTHY\r\nX: \xe2\x80\xae\r\nContent-Length: 0\r\n\r\n"));
    const ScriptedServer refuser(answer(response(403, "", "\x1b]0;title\x07 \xe2\x80\xae and \xc2\x9b")));
    const std::string shown = on_terminal("-v " + forger.url() + " https://t.invalid/ -x http://" +
                                          host_port(refuser.port()) + " --direct > /dev/null");
    for (const char* forged : {"\x1b[2J", "\x1b]0;", "\xe2\x80\xae", "\xc2\x9b", "\x07"})
        EXPECT_THAT(shown, Not(HasSubstr(forged)));
}

}  // namespace
}  // namespace integration
