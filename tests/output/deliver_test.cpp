#include "outrider/output/deliver.hpp"

#include "output/descriptor.hpp"
#include "output/scratch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>

#include <future>
#include <string>

namespace outrider {
namespace {

using test::ample;
using test::text_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// Settings with reports at these paths, in order: the first is the main one; empty: stdout.
Settings settings_for(const std::string& main, std::vector<ReportFile> others = {}) {
    Settings settings;
    if (!main.empty()) settings.output = main;
    settings.reports = std::move(others);
    return settings;
}

TEST(Deliver, WritesEachReportInItsKind) {
    const test::ScratchFolder folder;
    const Delivery delivery =
        deliver({}, settings_for(folder / "main.json", {{ReportKind::text, folder / "report.txt"}}), ample());
    EXPECT_THAT(delivery.errors, IsEmpty());
    EXPECT_THAT(text_of(folder / "main.json"), StartsWith("{\"schema\":\"outrider.report/1\""));
    EXPECT_THAT(text_of(folder / "report.txt"), Not(HasSubstr("\"schema\"")));
}

TEST(Deliver, AddsToTheSummaryOfAJobAndToNoOtherFile) {
    const test::ScratchFolder folder;
    test::put(folder / "summary.md", "before\n");
    test::put(folder / "report.txt", "before\n");
    test::put(folder / "main.md", "before\n");
    Settings settings = settings_for(folder / "main.md", {{ReportKind::github, folder / "summary.md"},
                                                          {ReportKind::text, folder / "report.txt"}});
    settings.format = ReportKind::github;
    EXPECT_THAT(deliver({}, settings, ample()).errors, IsEmpty());
    EXPECT_EQ(text_of(folder / "summary.md"), "before\n" + text_of(folder / "main.md"));
    EXPECT_THAT(text_of(folder / "main.md"), StartsWith("\n### outrider: "));
    EXPECT_THAT(text_of(folder / "report.txt"), StartsWith("CRITICAL"));
}

TEST(Deliver, NamesWhatCouldNotBeWrittenAndWritesTheRest) {
    const test::ScratchFolder folder;
    const Delivery delivery =
        deliver({},
                settings_for(folder / "missing/a.json",
                             {{ReportKind::json, "/dev/full"}, {ReportKind::json, folder / "b.json"}}),
                ample());
    EXPECT_THAT(delivery.errors, ElementsAre(folder / "missing/a.json" + ": No such file or directory",
                                             "/dev/full: No space left on device"));
    EXPECT_THAT(folder.names(), ElementsAre("b.json"));
}

TEST(Deliver, WritesTheListOfProxiesForItsOwner) {
    const test::ScratchFolder folder;
    Settings settings = settings_for(folder / "main.json");
    settings.proxies_out = folder / "usable.txt";
    EXPECT_THAT(deliver({}, settings, ample(), Secret("h:1:u:p\n")).errors, IsEmpty());
    EXPECT_EQ(text_of(folder / "usable.txt"), "h:1:u:p\n");
    struct stat status {};
    ASSERT_EQ(::stat((folder / "usable.txt").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0600U);

    settings.proxies_out = folder / "missing/usable.txt";
    EXPECT_THAT(deliver({}, settings, ample(), Secret("h:1:u:p\n")).errors,
                ElementsAre(folder / "missing/usable.txt" + ": No such file or directory"));
}

TEST(Deliver, AReaderThatDoesNotReadCostsNoOtherItsReport) {
    const test::ScratchFolder folder;
    ASSERT_EQ(::mkfifo((folder / "fifo").c_str(), 0600), 0);
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    Descriptor out(ends[0]);
    Descriptor in(ends[1]);
    Delivery delivery;
    {
        const test::StdoutReplaced replaced(in.number());
        delivery = deliver(
            {}, settings_for("", {{ReportKind::json, folder / "fifo"}, {ReportKind::json, folder / "file"}}),
            test::soon());
    }
    in.close();
    EXPECT_THAT(delivery.errors, ElementsAre(folder / "fifo" + ": not taken by the deadline"));
    EXPECT_EQ(test::drain(out.number()), text_of(folder / "file"));
    EXPECT_THAT(text_of(folder / "file"), StartsWith("{"));
}

}  // namespace
}  // namespace outrider
