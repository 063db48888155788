#include "classify/http_date.hpp"

#include "outrider/model/header.hpp"

#include <array>
#include <charconv>
#include <vector>

namespace outrider {
namespace {

using std::chrono::days;
using std::chrono::year_month_day;

std::vector<std::string_view> words_of(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(separators), text.size());
        if (end > 0) words.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

std::optional<unsigned> parse_number(std::string_view digits, std::size_t most_digits) {
    unsigned value = 0;
    if (digits.empty() || digits.size() > most_digits) return std::nullopt;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return value;
}

std::optional<unsigned> parse_month(std::string_view word) {
    static constexpr std::array<std::string_view, 12> names{"jan", "feb", "mar", "apr", "may", "jun",
                                                            "jul", "aug", "sep", "oct", "nov", "dec"};
    for (unsigned i = 0; i < names.size(); ++i) {
        if (iequals(word, names[i])) return i + 1;
    }
    return std::nullopt;
}

// A full or short name of a day; which day it is tells nothing that the date does not.
bool is_weekday(std::string_view word) {
    static constexpr std::array<std::string_view, 7> names{"monday", "tuesday",  "wednesday", "thursday",
                                                           "friday", "saturday", "sunday"};
    for (const std::string_view name : names) {
        if (iequals(word, name) || iequals(word, name.substr(0, 3))) return true;
    }
    return false;
}

std::optional<Micros> parse_clock(std::string_view word) {
    const auto parts = words_of(word, ":");
    if (parts.size() != 3) return std::nullopt;
    const auto hour = parse_number(parts[0], 2);
    const auto minute = parse_number(parts[1], 2);
    const auto second = parse_number(parts[2], 2);
    if (!hour || !minute || !second || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
    return std::chrono::hours(*hour) + std::chrono::minutes(*minute) + std::chrono::seconds(*second);
}

int whole_year(unsigned two_digits, WallTime now) {
    const int this_year{year_month_day(std::chrono::floor<days>(now)).year()};
    const int year = this_year / 100 * 100 + static_cast<int>(two_digits);
    return year > this_year + 50 ? year - 100 : year;
}

std::optional<WallTime> assemble(std::optional<unsigned> day, std::optional<unsigned> month,
                                 std::optional<int> year, std::optional<Micros> clock) {
    if (!day || !month || !year || !clock) return std::nullopt;
    const year_month_day date{std::chrono::year(*year), std::chrono::month(*month), std::chrono::day(*day)};
    if (!date.ok()) return std::nullopt;
    return WallTime(std::chrono::sys_days(date)) + *clock;
}

std::optional<int> parse_year(std::string_view word, WallTime now) {
    const auto number = parse_number(word, 4);
    if (!number || word.size() == 1 || word.size() == 3) return std::nullopt;
    return word.size() == 2 ? whole_year(*number, now) : static_cast<int>(*number);
}

}  // namespace

std::optional<WallTime> parse_http_date(std::string_view text, WallTime now) {
    auto words = words_of(text, " \t,");
    if (words.size() == 4) {  // RFC 850: the date is one word
        const auto date = words_of(words[1], "-");
        if (date.size() != 3) return std::nullopt;
        words = {words[0], date[0], date[1], date[2], words[2], words[3]};
    }
    if (words.empty() || !is_weekday(words[0])) return std::nullopt;
    if (words.size() == 6 && (iequals(words[5], "GMT") || iequals(words[5], "UTC"))) {
        return assemble(parse_number(words[1], 2), parse_month(words[2]), parse_year(words[3], now),
                        parse_clock(words[4]));
    }
    if (words.size() == 5) {  // asctime
        return assemble(parse_number(words[2], 2), parse_month(words[1]), parse_year(words[4], now),
                        parse_clock(words[3]));
    }
    return std::nullopt;
}

}  // namespace outrider
