#include "outrider/model/deadline.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace outrider {
namespace {

using namespace std::chrono_literals;

TEST(FormatDuration, IsAsAUserWouldWriteIt) {
    const std::vector<std::pair<Micros, std::string>> cases{
        {0us, "0s"},        {1us, "0.000001s"}, {500us, "0.0005s"}, {1ms, "1ms"},        {500ms, "500ms"},
        {1s, "1s"},         {1500ms, "1.5s"},   {59s, "59s"},       {60s, "1m"},         {90s, "1m30s"},
        {90500ms, "90.5s"}, {1h, "60m"},        {1001ms, "1.001s"}, {1500us, "0.0015s"},
    };
    for (const auto& [duration, text] : cases)
        EXPECT_EQ(format_duration(duration), text);
}

TEST(Deadline, SaysWhichLimitItIs) {
    EXPECT_EQ(Deadline::after(LimitKind::read_timeout, 5s).describe(), "read-timeout 5s");
    EXPECT_EQ(Deadline::after(LimitKind::deadline, 10s).describe(), "deadline 10s");
    EXPECT_EQ(Deadline::after(LimitKind::connect_timeout, 1500ms).describe(), "connect-timeout 1.5s");
    EXPECT_EQ(Deadline::after(LimitKind::write_timeout, 90s).describe(), "write-timeout 1m30s");
    EXPECT_EQ(Deadline::after(LimitKind::probe_timeout, 250ms).describe(), "probe-timeout 250ms");
}

TEST(Deadline, CountsFromWhereItStarts) {
    const Clock::time_point start{1h};
    const Deadline deadline = Deadline::after(LimitKind::probe_timeout, 8s, start);
    EXPECT_EQ(deadline.at(), start + 8s);
    EXPECT_EQ(deadline.left(start + 3s), 5s);
    EXPECT_EQ(deadline.left(start + 9s), -1s);
    EXPECT_FALSE(deadline.passed(start + 8s - 1ns));
    EXPECT_TRUE(deadline.passed(start + 8s));
}

TEST(Deadline, TheSoonerOneWinsAndTheFirstOfEquals) {
    const Clock::time_point start{1h};
    const Deadline probe = Deadline::after(LimitKind::probe_timeout, 8s, start);
    const Deadline read = Deadline::after(LimitKind::read_timeout, 5s, start);
    const Deadline run = Deadline::after(LimitKind::deadline, 5s, start);
    EXPECT_EQ(sooner(probe, read).kind(), LimitKind::read_timeout);
    EXPECT_EQ(sooner(read, probe).kind(), LimitKind::read_timeout);
    EXPECT_EQ(sooner(read, run).kind(), LimitKind::read_timeout);
    EXPECT_EQ(sooner(run, read).kind(), LimitKind::deadline);
}

}  // namespace
}  // namespace outrider
