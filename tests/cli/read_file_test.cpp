#include "outrider/cli/read_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace outrider {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class ReadFile : public testing::Test {
protected:
    void SetUp() override {
        path_ = testing::TempDir() + "outrider_read_" +
                testing::UnitTest::GetInstance()->current_test_info()->name() + '_' +
                std::to_string(::getpid());
    }
    void TearDown() override { std::filesystem::remove(path_); }

    std::variant<std::string, Unreadable> read(Clock::duration within, std::size_t limit = 1 << 20) const {
        return read_file(path_, limit, Clock::now() + within);
    }

    std::string path_;
};

TEST_F(ReadFile, GivesAllBytes) {
    std::string bytes(200'000, 'x');
    bytes += std::string("\0\r\n\xff", 4);
    std::ofstream(path_, std::ios::binary) << bytes;
    EXPECT_EQ(std::get<std::string>(read(seconds(20))), bytes);
}

TEST_F(ReadFile, SaysWhatIsInTheWay) {
    EXPECT_EQ(std::get<Unreadable>(read(seconds(20))).reason, "No such file or directory");
    const auto folder = read_file("/", 100, Clock::now() + seconds(20));
    EXPECT_EQ(std::get<Unreadable>(folder).reason, "Is a directory");
}

TEST_F(ReadFile, TakesNoMoreThanTheLimit) {
    std::ofstream(path_) << "12345";
    EXPECT_EQ(std::get<std::string>(read(seconds(20), 5)), "12345");
    EXPECT_THAT(std::get<Unreadable>(read(seconds(20), 4)).reason, testing::HasSubstr("larger than 4 bytes"));
    const auto endless = read_file("/dev/zero", 1000, Clock::now() + seconds(20));
    EXPECT_TRUE(std::holds_alternative<Unreadable>(endless));
}

TEST_F(ReadFile, WaitsForTheWriterOfAFifo) {
    ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    std::thread writer([&] { std::ofstream(path_) << "late"; });
    const auto content = read(seconds(20));
    writer.join();
    EXPECT_EQ(std::get<std::string>(content), "late");
}

TEST_F(ReadFile, GivesUpAWriterThatNeverComes) {
    ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    const auto start = Clock::now();
    EXPECT_THAT(std::get<Unreadable>(read(milliseconds(50))).reason, testing::HasSubstr("in time"));
    EXPECT_GE(Clock::now() - start, milliseconds(50));
}

TEST_F(ReadFile, GivesUpAWriterThatNeverEnds) {
    ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    const int writer = ::open(path_.c_str(), O_RDWR);
    ASSERT_GE(writer, 0);
    ASSERT_EQ(::write(writer, "half", 4), 4);
    EXPECT_TRUE(std::holds_alternative<Unreadable>(read(milliseconds(50))));
    ::close(writer);
}

}  // namespace
}  // namespace outrider
