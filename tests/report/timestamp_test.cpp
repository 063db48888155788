#include "report/timestamp.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

std::string at(std::int64_t micros) {
    return rfc3339(WallTime(Micros{micros}));
}

TEST(Timestamp, IsRfc3339InUtcToTheMillisecond) {
    EXPECT_EQ(at(0), "1970-01-01T00:00:00.000Z");
    EXPECT_EQ(at(1'764'663'240'120'999), "2025-12-02T08:14:00.120Z");
    EXPECT_EQ(at(951'782'399'007'000), "2000-02-28T23:59:59.007Z");
    EXPECT_EQ(at(951'782'400'000'000), "2000-02-29T00:00:00.000Z");
    EXPECT_EQ(at(-1), "1969-12-31T23:59:59.999Z");
}

}  // namespace
}  // namespace outrider
