#include "probe/control_groups.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace outrider {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> of(const std::string& listing, std::string_view controller) {
    std::istringstream lines(listing);
    return control_groups(lines, controller);
}

TEST(ControlGroups, AreAllFromTheProcesssOwnUp) {
    EXPECT_THAT(of("0::/kubepods/pod1/box\n", "memory"),
                ElementsAre("/sys/fs/cgroup/kubepods/pod1/box/", "/sys/fs/cgroup/kubepods/pod1/",
                            "/sys/fs/cgroup/kubepods/", "/sys/fs/cgroup/"));
    EXPECT_THAT(of("0::/\n", "cpu"), ElementsAre("/sys/fs/cgroup/"));
}

TEST(ControlGroups, OfTheFirstVersionAreThoseOfTheController) {
    const std::string listing = "9:name=systemd:/a\n4:memory:/box\n2:cpu,cpuacct:/other\n1:cpuset:/third\n";
    EXPECT_THAT(of(listing, "memory"), ElementsAre("/sys/fs/cgroup/memory/box/", "/sys/fs/cgroup/memory/"));
    EXPECT_THAT(of(listing, "cpu"), ElementsAre("/sys/fs/cgroup/cpu/other/", "/sys/fs/cgroup/cpu/"));
    EXPECT_THAT(of(listing, "acct"), IsEmpty());
}

TEST(ControlGroups, LinesOfAnotherFormArePassedOver) {
    EXPECT_THAT(of("", "cpu"), IsEmpty());
    EXPECT_THAT(of("cpu\n1:cpu\n", "cpu"), IsEmpty());
}

}  // namespace
}  // namespace outrider
