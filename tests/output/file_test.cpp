#include "output/descriptor.hpp"
#include "output/scratch.hpp"
#include "outrider/output/output.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <future>
#include <iterator>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <string>

namespace outrider {
namespace {

namespace fs = std::filesystem;

using test::ample;
using test::put;
using test::ScratchFolder;
using test::soon;
using test::text_of;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

struct stat status_of(const std::string& path) {
    struct stat status {};
    EXPECT_EQ(::lstat(path.c_str(), &status), 0) << path;
    return status;
}

unsigned mode_of(const std::string& path) {
    return status_of(path).st_mode & 07777;
}

/// Another user than root for the time of a scope, for whom permissions count.
class AsNobody {
public:
    AsNobody() { EXPECT_EQ(::seteuid(::geteuid() == 0 ? 65534 : ::geteuid()), 0); }
    AsNobody(const AsNobody&) = delete;
    AsNobody& operator=(const AsNobody&) = delete;
    ~AsNobody() { EXPECT_EQ(::seteuid(::getuid()), 0); }
};

/// Mounts of this test alone, gone with its process. False where this machine does not let us.
bool private_mounts() {
    return ::unshare(CLONE_NEWNS) == 0 && ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

TEST(WriteFile, MakesANewFileAsTheUmaskHasIt) {
    const ScratchFolder folder;
    const mode_t before = ::umask(027);
    EXPECT_EQ(write_file(folder / "report.json", "{}\n", ample()), std::nullopt);
    ::umask(before);
    EXPECT_EQ(text_of(folder / "report.json"), "{}\n");
    EXPECT_EQ(mode_of(folder / "report.json"), 0640);
    EXPECT_THAT(folder.names(), ElementsAre("report.json"));
}

TEST(WriteFile, PutsAnotherFileInPlaceOfTheOldOneAndKeepsItsMode) {
    const ScratchFolder folder;
    put(folder / "report.json", "old and longer\n");
    fs::permissions(folder / "report.json", fs::perms(0604));
    const Descriptor reader = open_file(folder / "report.json", O_RDONLY);
    EXPECT_EQ(write_file(folder / "report.json", "new\n", ample()), std::nullopt);
    EXPECT_EQ(text_of(folder / "report.json"), "new\n");
    EXPECT_EQ(test::drain(reader.number()), "old and longer\n");
    EXPECT_EQ(mode_of(folder / "report.json"), 0604);
    EXPECT_THAT(folder.names(), ElementsAre("report.json"));
}

TEST(AppendFile, AddsInPlace) {
    const ScratchFolder folder;
    put(folder / "summary.md", "one\n");
    fs::permissions(folder / "summary.md", fs::perms(0604));
    fs::create_symlink("summary.md", folder / "link");
    const ino_t before = status_of(folder / "summary.md").st_ino;
    EXPECT_EQ(append_file(folder / "link", "two\n", ample()), std::nullopt);
    EXPECT_EQ(text_of(folder / "summary.md"), "one\ntwo\n");
    EXPECT_EQ(mode_of(folder / "summary.md"), 0604U);
    EXPECT_EQ(status_of(folder / "summary.md").st_ino, before);
    EXPECT_THAT(folder.names(), UnorderedElementsAre("summary.md", "link"));
}

TEST(AppendFile, MakesAFileThatIsNotThereButNoFolder) {
    const ScratchFolder folder;
    EXPECT_EQ(append_file(folder / "summary.md", "one\n", ample()), std::nullopt);
    EXPECT_EQ(text_of(folder / "summary.md"), "one\n");
    EXPECT_EQ(append_file(folder / "none/summary.md", "one\n", ample()), "No such file or directory");
    EXPECT_EQ(append_file("/dev/full", "one\n", ample()), "No space left on device");
}

TEST(WriteFile, KeepsTheOwner) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "only root can give files away";
    }
    const ScratchFolder folder;
    put(folder / "report.json", "old\n");
    ASSERT_EQ(::chown((folder / "report.json").c_str(), 65534, 65534), 0);
    EXPECT_EQ(write_file(folder / "report.json", "new\n", ample()), std::nullopt);
    EXPECT_EQ(status_of(folder / "report.json").st_uid, 65534U);
    EXPECT_EQ(text_of(folder / "report.json"), "new\n");
}

TEST(WriteFile, ForItsOwnerIsNobodyElsesFromTheStart) {
    const ScratchFolder folder;
    const std::string file = folder / "usable.txt";
    const mode_t before = ::umask(0);
    EXPECT_EQ(write_file(file, "h:1:u:p\n", ample(), Readers::owner), std::nullopt);
    EXPECT_EQ(mode_of(file), 0600U);
    ::umask(0277);  // an odd one
    fs::permissions(file, fs::perms(0666));
    EXPECT_EQ(write_file(file, "h:2:u:p\n", ample(), Readers::owner), std::nullopt);
    ::umask(before);
    EXPECT_EQ(mode_of(file), 0600U);
    EXPECT_EQ(text_of(file), "h:2:u:p\n");
    EXPECT_THAT(folder.names(), ElementsAre("usable.txt"));
}

/// From here on this process cannot change the mode of a file.
bool forbid_fchmod() {
    sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fchmod, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog filter{std::size(program), program};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

TEST(WriteFile, ForItsOwnerIsMadeThatWayNotChangedToIt) {
    const ScratchFolder folder;
    const std::string file = folder / "usable.txt";
    EXPECT_EXIT(
        {
            ::umask(0);
            const bool forbidden = forbid_fchmod();
            ::_exit(forbidden && !write_file(file, "h:1:u:p\n", ample(), Readers::owner) ? 0 : 1);
        },
        testing::ExitedWithCode(0), "");
    EXPECT_EQ(mode_of(file), 0600U);
}

TEST(WriteFile, ForItsOwnerBelongsToThisUser) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "only root can give files away";
    }
    const ScratchFolder folder;
    put(folder / "usable.txt", "old\n");
    ASSERT_EQ(::chown((folder / "usable.txt").c_str(), 65534, 65534), 0);
    EXPECT_EQ(write_file(folder / "usable.txt", "new\n", ample(), Readers::owner), std::nullopt);
    EXPECT_EQ(status_of(folder / "usable.txt").st_uid, ::geteuid());
}

TEST(WriteFile, InPlaceForItsOwnerTakesTheFileFromOthersFirst) {
    const ScratchFolder folder;
    fs::create_directory(folder / "fixed");
    const std::string file = folder / "fixed/usable.txt";
    put(file, "old and longer\n");
    fs::permissions(file, fs::perms(0666));
    if (::geteuid() == 0) {
        ASSERT_EQ(::chown(file.c_str(), 65534, 65534), 0);
    }
    fs::permissions(folder.path(), fs::perms(0755));
    fs::permissions(folder / "fixed", fs::perms(0555));
    {
        const AsNobody nobody;
        EXPECT_EQ(write_file(file, "new\n", ample(), Readers::owner), std::nullopt);
    }
    EXPECT_EQ(text_of(file), "new\n");
    EXPECT_EQ(mode_of(file), 0600U);
    fs::permissions(folder / "fixed", fs::perms(0755));
}

TEST(WriteFile, InPlaceForItsOwnerLeavesAFileThatOthersCouldRead) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "needs a file of another user";
    }
    const ScratchFolder folder;
    put(folder / "usable.txt", "old\n");
    fs::permissions(folder / "usable.txt", fs::perms(0666));
    fs::permissions(folder.path(), fs::perms(0755));
    {
        const AsNobody nobody;
        EXPECT_EQ(write_file(folder / "usable.txt", "new\n", ample(), Readers::owner),
                  "others could read it, and its mode cannot be made 0600: Operation not permitted");
    }
    EXPECT_EQ(text_of(folder / "usable.txt"), "old\n");
}

TEST(WriteFile, TakesNamesWithoutAFolderAndOfFullLength) {
    const ScratchFolder folder;
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    const std::string longest(255, 'n');
    EXPECT_EQ(write_file("report.json", "a", ample()), std::nullopt);
    EXPECT_EQ(write_file(longest, "b", ample()), std::nullopt);
    fs::current_path(before);
    EXPECT_THAT(folder.names(), UnorderedElementsAre("report.json", longest));
}

TEST(WriteFile, FollowsSymbolicLinks) {
    const ScratchFolder folder;
    fs::create_directory(folder / "far");
    put(folder / "far/old.json", "old\n");
    fs::create_symlink("far/second", folder / "first");
    fs::create_symlink("old.json", folder / "far/second");
    EXPECT_EQ(write_file(folder / "first", "new\n", ample()), std::nullopt);
    EXPECT_TRUE(fs::is_symlink(folder / "first"));
    EXPECT_TRUE(fs::is_symlink(folder / "far/second"));
    EXPECT_EQ(text_of(folder / "far/old.json"), "new\n");
}

TEST(WriteFile, MakesWhatALinkPointsTo) {
    const ScratchFolder folder;
    fs::create_symlink(folder / "not there yet", folder / "link");
    EXPECT_EQ(write_file(folder / "link", "new\n", ample()), std::nullopt);
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(text_of(folder / "not there yet"), "new\n");
}

TEST(WriteFile, RefusesWhatCannotBeAFile) {
    const ScratchFolder folder;
    fs::create_symlink("circle", folder / "circle");
    fs::create_directory(folder / "folder");
    EXPECT_EQ(write_file(folder / "missing/report.json", "{}\n", ample()), "No such file or directory");
    EXPECT_EQ(write_file(folder / "folder", "{}\n", ample()), "Is a directory");
    EXPECT_EQ(write_file(folder / "circle", "{}\n", ample()), "Too many levels of symbolic links");
    EXPECT_EQ(write_file("", "{}\n", ample()), "No such file or directory");
    EXPECT_THAT(folder.names(), UnorderedElementsAre("circle", "folder"));
    EXPECT_TRUE(fs::is_empty(folder / "folder"));
}

TEST(WriteFile, LeavesTheOldFileWhenTheTimeIsUp) {
    const ScratchFolder folder;
    put(folder / "report.json", "old\n");
    EXPECT_EQ(write_file(folder / "report.json", "new\n", Clock::now()), "not taken by the deadline");
    EXPECT_EQ(text_of(folder / "report.json"), "old\n");
    EXPECT_THAT(folder.names(), ElementsAre("report.json"));
}

TEST(WriteFile, LeavesTheOldFileOverTheLimitOfFileSizes) {
    const ScratchFolder folder;
    put(folder / "report.json", "old\n");
    prepare_streams();
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small{1000, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    const WriteError error = write_file(folder / "report.json", std::string(2000, 'x'), ample());
    ::setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_EQ(error, "File too large");
    EXPECT_EQ(text_of(folder / "report.json"), "old\n");
    EXPECT_THAT(folder.names(), ElementsAre("report.json"));
}

TEST(WriteFile, LeavesTheOldFileOnAFullDisk) {
    const ScratchFolder folder;
    if (!private_mounts() || ::mount("none", folder.path().c_str(), "tmpfs", 0, "size=64k") != 0) {
        GTEST_SKIP() << "no mounts allowed here";
    }
    put(folder / "report.json", "old\n");
    const WriteError error = write_file(folder / "report.json", std::string(100'000, 'x'), ample());
    const std::string left = text_of(folder / "report.json");
    const std::vector<std::string> names = folder.names();
    ::umount(folder.path().c_str());
    EXPECT_EQ(error, "No space left on device");
    EXPECT_EQ(left, "old\n");
    EXPECT_THAT(names, ElementsAre("report.json"));
}

TEST(WriteFile, WritesInPlaceWhatIsMountedByItself) {
    const ScratchFolder folder;
    put(folder / "mounted", "old and longer\n");
    put(folder / "report.json", "covered\n");
    if (!private_mounts() || ::mount((folder / "mounted").c_str(), (folder / "report.json").c_str(), nullptr,
                                     MS_BIND, nullptr) != 0) {
        GTEST_SKIP() << "no mounts allowed here";
    }
    const WriteError error = write_file(folder / "report.json", "new\n", ample());
    ::umount((folder / "report.json").c_str());
    EXPECT_EQ(error, std::nullopt);
    EXPECT_EQ(text_of(folder / "mounted"), "new\n");
    EXPECT_EQ(text_of(folder / "report.json"), "covered\n");
    EXPECT_THAT(folder.names(), UnorderedElementsAre("mounted", "report.json"));
}

TEST(WriteFile, WritesInPlaceInAFolderThatIsNotWritable) {
    const ScratchFolder folder;
    put(folder / "report.json", "old and longer\n");
    fs::permissions(folder / "report.json", fs::perms(0666));
    fs::permissions(folder.path(), fs::perms(0555));
    const ino_t before = status_of(folder / "report.json").st_ino;
    {
        const AsNobody nobody;
        EXPECT_EQ(write_file(folder / "report.json", "new\n", ample()), std::nullopt);
        EXPECT_EQ(write_file(folder / "other.json", "new\n", ample()), "Permission denied");
    }
    EXPECT_EQ(status_of(folder / "report.json").st_ino, before);
    EXPECT_EQ(text_of(folder / "report.json"), "new\n");
    fs::permissions(folder.path(), fs::perms(0755));
}

TEST(WriteFile, WritesInPlaceWhereOnlyTheOwnerMayRename) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "needs a file of another user";
    }
    const ScratchFolder folder;
    put(folder / "report.json", "old\n");
    fs::permissions(folder / "report.json", fs::perms(0666));
    fs::permissions(folder.path(), fs::perms(01777));
    {
        const AsNobody nobody;
        EXPECT_EQ(write_file(folder / "report.json", "new\n", ample()), std::nullopt);
    }
    EXPECT_EQ(text_of(folder / "report.json"), "new\n");
    EXPECT_EQ(status_of(folder / "report.json").st_uid, 0U);
    EXPECT_THAT(folder.names(), ElementsAre("report.json"));
}

TEST(WriteFile, WaitsForTheReaderOfAFifo) {
    const ScratchFolder folder;
    ASSERT_EQ(::mkfifo((folder / "fifo").c_str(), 0600), 0);
    const std::string report(300'000, 'x');
    auto reader = std::async(std::launch::async, [&] {
        const Descriptor fifo = open_file(folder / "fifo", O_RDONLY);
        return test::drain(fifo.number());
    });
    EXPECT_EQ(write_file(folder / "fifo", report, ample()), std::nullopt);
    EXPECT_TRUE(reader.get() == report);
    EXPECT_TRUE(S_ISFIFO(status_of(folder / "fifo").st_mode));
}

TEST(WriteFile, DoesNotWaitForAFifoThatNobodyReadsPastTheDeadline) {
    const ScratchFolder folder;
    ASSERT_EQ(::mkfifo((folder / "fifo").c_str(), 0600), 0);
    const Clock::time_point deadline = soon();
    EXPECT_EQ(write_file(folder / "fifo", "{}\n", deadline), "not taken by the deadline");
    EXPECT_LT(Clock::now(), deadline + std::chrono::seconds(5));
}

TEST(WriteFile, WritesIntoDevices) {
    EXPECT_EQ(write_file("/dev/null", "{}\n", ample()), std::nullopt);
    EXPECT_EQ(write_file("/dev/full", "{}\n", ample()), "No space left on device");
    EXPECT_TRUE(S_ISCHR(status_of("/dev/full").st_mode));
}

TEST(WriteFile, GoesOnWhereAStandardStreamStands) {
    const ScratchFolder folder;
    put(folder / "log", "before\n");
    const Descriptor log = open_file(folder / "log", O_WRONLY | O_APPEND);
    {
        const test::StdoutReplaced replaced(log.number());
        EXPECT_EQ(write_file("/dev/stdout", "one\n", ample()), std::nullopt);
        EXPECT_EQ(write_file("/proc/self/fd/1", "two\n", ample()), std::nullopt);
    }
    EXPECT_EQ(text_of(folder / "log"), "before\none\ntwo\n");
    EXPECT_THAT(folder.names(), ElementsAre("log"));
}

}  // namespace
}  // namespace outrider
