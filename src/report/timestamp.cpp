#include "report/timestamp.hpp"

#include <charconv>
#include <cstdio>

namespace outrider {
namespace {

/// The figures of `text` from `start` on; nullopt where other characters stand there.
std::optional<unsigned> figures(std::string_view text, std::size_t start, std::size_t count) {
    unsigned number = 0;
    const char* const end = text.data() + start + count;
    const auto parsed = std::from_chars(text.data() + start, end, number);
    if (parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
    return number;
}

}  // namespace

std::string rfc3339(WallTime time) {
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::milliseconds>(time - day));
    char text[64];
    std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                  static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
    return text;
}

std::optional<WallTime> parse_rfc3339(std::string_view text) {
    static constexpr std::string_view form = "0000-00-00T00:00:00.000Z";
    if (text.size() != form.size()) return std::nullopt;
    for (const std::size_t mark : {4U, 7U, 10U, 13U, 16U, 19U, 23U}) {
        if (text[mark] != form[mark]) return std::nullopt;
    }
    const auto year = figures(text, 0, 4), month = figures(text, 5, 2), day = figures(text, 8, 2);
    const auto hour = figures(text, 11, 2), minute = figures(text, 14, 2), second = figures(text, 17, 2);
    const auto millis = figures(text, 20, 3);
    if (!year || !month || !day || !hour || !minute || !second || !millis) return std::nullopt;
    const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(*year)),
                                           std::chrono::month(*month), std::chrono::day(*day));
    if (!date.ok() || *hour > 23 || *minute > 59 || *second > 59) return std::nullopt;
    return std::chrono::sys_days(date) + std::chrono::hours(*hour) + std::chrono::minutes(*minute) +
           std::chrono::seconds(*second) + std::chrono::milliseconds(*millis);
}

}  // namespace outrider
