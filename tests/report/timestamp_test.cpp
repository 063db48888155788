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

TEST(Timestamp, IsReadBackInThatFormAlone) {
    for (const char* text :
         {"1970-01-01T00:00:00.000Z", "2025-12-02T08:14:00.120Z", "2000-02-29T23:59:59.999Z",
          "0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"}) {
        const auto time = parse_rfc3339(text);
        ASSERT_TRUE(time) << text;
        EXPECT_EQ(rfc3339(*time), text);
    }
    for (const char* text :
         {"", "2025-12-02", "2025-12-02T08:14:00Z", "2025-12-02T08:14:00.120z", "2025-12-02 08:14:00.120Z",
          "2025-02-29T08:14:00.120Z", "2025-13-02T08:14:00.120Z", "2025-12-02T24:14:00.120Z",
          "2025-12-02T08:60:00.120Z", "2025-12-02T08:14:60.120Z", "2025-12-02T08:14:00.12aZ",
          "-025-12-02T08:14:00.120Z", "2025-12-02T08:14:00.120ZZ"}) {
        EXPECT_EQ(parse_rfc3339(text), std::nullopt) << text;
    }
}

}  // namespace
}  // namespace outrider
