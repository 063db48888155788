#include "classify/reset.hpp"

#include "classify/http_date.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

const WallTime nine = *parse_http_date("Tue, 01 Dec 2026 09:00:00 GMT", WallTime{});

struct Case {
    const char* text;
    std::optional<std::uint32_t> wait_s;
    ResetUnit unit = ResetUnit::unknown;
};

TEST(Reset, IsReadWhateverItsUnit) {
    const Case cases[] = {
        {"30", 30},
        {" \"30\" ", 30},
        {"0", 0},
        {"0.2", 1},
        {"2513", 2513},
        {"86400", 3600},
        {"1796115660", 60},
        {"1796115660.5", 61},
        {"1796115690000", 90},
        {"1796115690000000", 90},
        {"1796115690000000000", 90},
        {"1796112001", 0},
        {"1796111999", std::nullopt},
        {"1372700873", std::nullopt},
        {"1799571601", std::nullopt},
        {"2500", 3, ResetUnit::milliseconds},
        {"1796115690000", 90, ResetUnit::milliseconds},
        {"9999999999", 3600, ResetUnit::delta},
        {"1s", 1},
        {"120ms", 1},
        {"6m0s", 360},
        {"6m30s", 390},
        {"1h2m3s", 3600},
        {"1.5s", 2},
        {"500us", 1},
        {"500\xC2\xB5s", 1},
        {"1d", 3600},
        {"2026-12-01T09:00:45Z", 45},
        {"2026-12-01T09:00:45+00:00", 45},
        {"2026-12-01T11:00:45+02:00", 45},
        {"2026-12-01T08:00:45-0100", 45},
        {"2026-12-01 09:00:45", 45},
        {"2026-12-01T09:00:45.123Z", 46},
        {"2026-12-01T09:00:45.000Z", 45},
        {"2026-12-01T09:00:45.000000000+00:00", 45},
        {"2026-12-01 09:00:45 UTC", 45},
        {"2026-12-01 09:00:45 GMT", 45},
        {"2026-12-01 09:00:45.5 UTC", 46},
        {"2026-12-01 09:00:45 EST", std::nullopt},
        {"2026-12-01T08:59:00Z", 0},
        {"Tue, 01 Dec 2026 09:02:00 GMT", 120},
        {"", std::nullopt},
        {"soon", std::nullopt},
        {"-5", std::nullopt},
        {"+5", std::nullopt},
        {"5x", std::nullopt},
        {"5s5", std::nullopt},
        {"1e9", std::nullopt},
        {"inf", std::nullopt},
        {"nan", std::nullopt},
        {".5", std::nullopt},
        {"1..2", std::nullopt},
        {"5.", std::nullopt},
        {"99999999999999999999", std::nullopt},
        {"999999999999999999999", std::nullopt},
        {"2026-13-01T09:00:45Z", std::nullopt},
        {"2026-02-30T09:00:45Z", std::nullopt},
        {"2026-12-01T25:00:45Z", std::nullopt},
        {"2026-12-01T09:00:45+25:00", std::nullopt},
        {"2026-12-01", std::nullopt},
    };
    for (const Case& each : cases) {
        EXPECT_EQ(parse_reset(each.text, nine, each.unit), each.wait_s) << each.text;
    }
}

}  // namespace
}  // namespace outrider
