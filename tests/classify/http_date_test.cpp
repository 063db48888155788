#include "classify/http_date.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

using namespace std::chrono_literals;

constexpr WallTime at(std::chrono::year_month_day date, Micros clock) {
    return WallTime(std::chrono::sys_days(date)) + clock;
}
constexpr WallTime now = at(std::chrono::year(2026) / 12 / 1, 9h);

TEST(HttpDate, ReadsAllThreeFormsOfOneInstant) {
    const WallTime instant = at(std::chrono::year(1994) / 11 / 6, 8h + 49min + 37s);
    EXPECT_EQ(parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT", now), instant);
    EXPECT_EQ(parse_http_date("Sunday, 06-Nov-94 08:49:37 GMT", now), instant);
    EXPECT_EQ(parse_http_date("Sun Nov  6 08:49:37 1994", now), instant);
}

TEST(HttpDate, ReadsTwoDigitYearsAsAtMostFiftyYearsAhead) {
    EXPECT_EQ(parse_http_date("Monday, 01-Jan-76 00:00:00 GMT", now),
              at(std::chrono::year(2076) / 1 / 1, 0s));
    EXPECT_EQ(parse_http_date("Saturday, 01-Jan-77 00:00:00 GMT", now),
              at(std::chrono::year(1977) / 1 / 1, 0s));
}

TEST(HttpDate, AllowsALeapSecond) {
    EXPECT_EQ(parse_http_date("Sat, 31 Dec 2016 23:59:60 GMT", now), at(std::chrono::year(2017) / 1 / 1, 0s));
}

TEST(HttpDate, RefusesEverythingElse) {
    for (const char* text : {
             "",
             "soon",
             "Fri, 31 Dec 99999 23:59:59 GMT",
             "Fri, 31 Dec 199 23:59:59 GMT",
             "Wed, 30 Feb 2028 00:00:00 GMT",
             "Tue, 01 Dec 2026 24:00:00 GMT",
             "Tue, 01 Dec 2026 09:60:00 GMT",
             "Tue, 01 Dec 2026 09:02 GMT",
             "Tue, 01 Dec 2026 09:02:00",
             "Tue, 01 Dec 2026 09:02:00 CET",
             "Tue, 01 Foo 2026 09:02:00 GMT",
             "Xyz, 01 Dec 2026 09:02:00 GMT",
             "Tue, -1 Dec 2026 09:02:00 GMT",
             "2026-12-01T09:00:45Z",
         }) {
        EXPECT_EQ(parse_http_date(text, now), std::nullopt) << text;
    }
}

}  // namespace
}  // namespace outrider
