#include "classify/retry_after.hpp"

#include "classify/http_date.hpp"
#include "classify/trim.hpp"

#include <algorithm>
#include <vector>

namespace outrider {
namespace {

bool all_digits(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

void append(std::string& list, std::string_view item) {
    if (!list.empty()) list += ", ";
    list += item;
}

std::optional<std::uint32_t> parse_wait(std::string_view text, WallTime now) {
    if (const auto seconds = parse_seconds(text)) return seconds;
    if (const auto date = parse_http_date(text, now)) return wait_until(*date, now);
    return std::nullopt;
}

// One field line may hold several values, and two of the three date forms hold a comma themselves: at each
// place the longer reading is tried first.
void read_line(std::string_view line, WallTime now, RetryAfter& read) {
    while (true) {
        const std::size_t comma = line.find(',');
        std::size_t end = comma;
        std::optional<std::uint32_t> wait;
        if (comma != std::string_view::npos) {
            end = line.find(',', comma + 1);
            wait = parse_wait(trimmed(line.substr(0, end)), now);
        }
        if (!wait) {
            end = comma;
            wait = parse_wait(trimmed(line.substr(0, end)), now);
        }
        if (wait) {
            read.wait_s = std::max(read.wait_s.value_or(0), *wait);
        } else {
            append(read.ignored, trimmed(line.substr(0, end)));
        }
        if (end == std::string_view::npos) return;
        line.remove_prefix(end + 1);
    }
}

}  // namespace

std::optional<std::uint32_t> parse_seconds(std::string_view text) {
    const std::size_t point = std::min(text.find('.'), text.size());
    std::string_view whole = text.substr(0, point);
    const std::string_view fraction = text.substr(std::min(point + 1, text.size()));
    if (whole.empty() || !all_digits(whole) || !all_digits(fraction)) return std::nullopt;
    if (point < text.size() && fraction.empty()) return std::nullopt;

    whole.remove_prefix(std::min(whole.find_first_not_of('0'), whole.size()));
    if (whole.size() > 4) return longest_wait_s;
    std::uint32_t seconds = 0;
    for (const char digit : whole)
        seconds = seconds * 10 + static_cast<std::uint32_t>(digit - '0');
    if (fraction.find_first_not_of('0') != std::string_view::npos) ++seconds;
    return std::min(seconds, longest_wait_s);
}

std::uint32_t wait_until(WallTime then, WallTime now) {
    if (then <= now) return 0;
    const auto wait = std::chrono::ceil<std::chrono::seconds>(then - now);
    return static_cast<std::uint32_t>(std::min<std::int64_t>(wait.count(), longest_wait_s));
}

WallTime clock_of(const Headers& headers, WallTime received) {
    const std::string* date = find_header(headers, "Date");
    if (date == nullptr) return received;
    return parse_http_date(trimmed(*date), received).value_or(received);
}

RetryAfter read_retry_after(const Headers& headers, WallTime now) {
    RetryAfter read;
    for (const std::string_view line : header_values(headers, "Retry-After")) {
        append(read.raw, line);
        read_line(line, now, read);
    }
    return read;
}

}  // namespace outrider
