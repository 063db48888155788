// Where reports go, and what happens where they cannot.
#include "files.hpp"
#include "outrider.hpp"
#include "scripted_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

namespace integration {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class Output : public ::testing::Test {
protected:
    const ScriptedServer server_{answer(response(200))};
    const TempDir dir_;
    const fs::path out_ = output_dir();
};

TEST_F(Output, FileInPlaceOfStdout) {
    const std::string file = out_ / "report.json";
    write_file(file, "an old report that is longer than nothing");
    const auto inode = [&] {
        struct stat info {};
        stat(file.c_str(), &info);
        return info.st_ino;
    };
    const auto before = inode();
    const Exit exit = outrider({server_.url(), "-o", file});
    EXPECT_EQ(exit.code, 0);
    EXPECT_EQ(exit.out, "");
    EXPECT_EQ(read_report_file(file).verdict(), "success/-/-");
    EXPECT_NE(inode(), before) << "by a rename: no reader sees half a report";
    for (const auto& entry : fs::directory_iterator(out_))
        EXPECT_FALSE(entry.path().filename().string().starts_with(".")) << "no temporary file stays";
}

TEST_F(Output, ASymbolicLinkIsFollowed) {
    const fs::path file = out_ / "report.json";
    write_file(file, "old");
    fs::create_symlink(file, out_ / "link");
    EXPECT_EQ(outrider({server_.url(), "-o", out_ / "link"}).code, 0);
    EXPECT_TRUE(fs::is_symlink(out_ / "link"));
    EXPECT_EQ(read_report_file(file).verdict(), "success/-/-");
    fs::remove(out_ / "link");
}

TEST_F(Output, AFifoIsWrittenInPlace) {
    const std::string fifo = dir_ / "fifo";
    ASSERT_EQ(run({"mkfifo", fifo}).code, 0);
    Process reader({"cat", fifo});
    EXPECT_EQ(outrider({server_.url(), "-o", fifo}).code, 0);
    const Exit read = reader.wait();
    EXPECT_EQ(read_report(read).verdict(), "success/-/-");
    EXPECT_TRUE(fs::is_fifo(fifo));
}

TEST_F(Output, MissingFolderIs74) {
    const Exit exit = outrider({server_.url(), "-o", dir_ / "none/report.json"});
    EXPECT_EQ(exit.code, 74);
    EXPECT_NE(exit.err, "");
    EXPECT_FALSE(fs::exists(dir_ / "none"));
}

TEST_F(Output, AFolderIs74) {
    EXPECT_EQ(outrider({server_.url(), "-o", dir_.path().string()}).code, 74);
}

TEST_F(Output, AFullDiskIs74) {
    ProcessOptions options;
    options.out = Stdout::full;
    EXPECT_EQ(outrider({server_.url()}, options).code, 74);
    EXPECT_EQ(outrider({server_.url(), "-o", "/dev/full"}).code, 74);
    EXPECT_EQ(outrider({server_.url(), "--report", "text=/dev/full"}).code, 74);
}

TEST_F(Output, AClosedPipeIs74) {
    ProcessOptions options;
    options.out = Stdout::closed;
    const Exit exit = outrider({server_.url()}, options);
    EXPECT_EQ(exit.code, 74) << "no SIGPIPE, and no success";
}

TEST_F(Output, AnUnwrittenReportBeatsTheState) {
    const ScriptedServer bad(answer(response(429)));
    ProcessOptions options;
    options.out = Stdout::full;
    EXPECT_EQ(outrider({bad.url()}, options).code, 74);
}

TEST_F(Output, PrettyIsIndentedByTwo) {
    const Exit exit = outrider({server_.url(), "--pretty"});
    EXPECT_THAT(exit.out, ::testing::StartsWith("{\n  \"schema\": \"outrider.report/1\""));
    EXPECT_TRUE(exit.out.ends_with("\n}\n"));
}

TEST_F(Output, FurtherReportsBesideTheMainOne) {
    const std::string json = out_ / "more.json";
    const std::string text = out_ / "more.txt";
    const Report report = probe({server_.url(), "--report", "json=" + json, "--report", "text=" + text});
    EXPECT_EQ(read_file(json), report.exit.out);
    EXPECT_THAT(read_file(text), HasSubstr("HEALTHY"));
}

TEST_F(Output, FormatTakesThePlaceOfJson) {
    const Exit exit = outrider({server_.url(), "--format", "text"});
    EXPECT_THAT(exit.out, HasSubstr("HEALTHY"));
    EXPECT_THAT(exit.out, ::testing::Not(HasSubstr("outrider.report/1")));
}

TEST_F(Output, DetailDecidesWhichResultsStand) {
    const ScriptedServer bad(answer(response(500)));
    const std::vector<std::string> both{server_.url(), bad.url()};
    const auto rows = [&](const char* detail) {
        std::vector<std::string> arguments = both;
        arguments.insert(arguments.end(), {"--detail", detail});
        return probe(arguments)["results"].size();
    };
    EXPECT_EQ(rows("all"), 2U);
    EXPECT_EQ(rows("failures"), 1U);
    EXPECT_EQ(rows("none"), 0U);
    EXPECT_EQ(rows("auto"), 2U);
}

TEST_F(Output, StderrIsForWarningsAndErrorsOnly) {
    EXPECT_EQ(outrider({server_.url()}).err, "");
    EXPECT_THAT(outrider({server_.url(), "-v"}).err, HasSubstr("success"));
    const Exit quiet = outrider({server_.url(), "http://", "-q"});
    EXPECT_EQ(quiet.err, "");
    EXPECT_EQ(quiet.code, 0);
}

}  // namespace
}  // namespace integration
