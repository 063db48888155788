#include "probe/processors.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace outrider {
namespace {

constexpr double plenty = 1e6;

class Processors : public ::testing::Test {
protected:
    Processors() {
        std::string form = (std::filesystem::temp_directory_path() / "groupXXXXXX").string();
        if (::mkdtemp(form.data()) == nullptr) throw std::runtime_error("no folder for the test");
        folder_ = form + '/';
    }
    ~Processors() override { std::filesystem::remove_all(folder_); }

    void write(const char* file, const char* text) const { std::ofstream(folder_ + file) << text; }

    std::string folder_;
};

TEST_F(Processors, AGroupWithoutFilesAllowsAll) {
    EXPECT_GT(processors_allowed(folder_), plenty);
}

TEST_F(Processors, AreTheQuotaOverItsPeriod) {
    write("cpu.max", "50000 100000\n");
    EXPECT_DOUBLE_EQ(processors_allowed(folder_), 0.5);
    write("cpu.max", "250000 100000\n");
    EXPECT_DOUBLE_EQ(processors_allowed(folder_), 2.5);
    for (const char* unlimited : {"max 100000\n", "", "7\n", "7 0\n"}) {
        write("cpu.max", unlimited);
        EXPECT_GT(processors_allowed(folder_), plenty) << unlimited;
    }
}

TEST_F(Processors, AreThatOfTheFirstVersionToo) {
    write("cpu.cfs_period_us", "100000\n");
    write("cpu.cfs_quota_us", "150000\n");
    EXPECT_DOUBLE_EQ(processors_allowed(folder_), 1.5);
    write("cpu.cfs_quota_us", "-1\n");
    EXPECT_GT(processors_allowed(folder_), plenty);
}

}  // namespace
}  // namespace outrider
