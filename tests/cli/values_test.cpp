#include "outrider/cli/values.hpp"

#include "outrider/model/deadline.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace outrider {
namespace {

TEST(Duration, ReadsTheFormsOfTheContract) {
    const std::vector<std::pair<std::string, std::int64_t>> cases{
        {"500ms", 500'000},   {"3s", 3'000'000},     {"1m30s", 90'000'000},
        {"1.5s", 1'500'000},  {"2", 2'000'000},      {"0", 0},
        {"0.25", 250'000},    {"1h", 3'600'000'000}, {"1h1m1s1ms", 3'661'001'000},
        {"1.5m", 90'000'000}, {"0.5ms", 500},        {"0.000001s", 1},
        {"0.0000019s", 1},    {"007s", 7'000'000},   {"1m0.5s", 60'500'000},
    };
    for (const auto& [text, micros] : cases) {
        const auto duration = parse_duration(text);
        ASSERT_TRUE(duration) << text;
        EXPECT_EQ(duration->count(), micros) << text;
    }
}

TEST(Duration, RefusesWhatIsNone) {
    for (const char* text :
         {"",   " ",  "s",   "-1s",   "+1s",  "1 s",  "1s ",     "1,5s", "1.s", ".5s",   "1e3", "0x10",
          "1d", "1S", "1us", "30s1m", "1s1s", "1m30", "1.5m30s", "inf",  "nan", "1..5s", "1sec"}) {
        EXPECT_FALSE(parse_duration(text)) << text;
    }
    EXPECT_FALSE(parse_duration(std::string_view("1\0s", 3)));
}

TEST(Duration, NeverOverflows) {
    const std::string many(400, '9');
    for (const std::string& text : {many, many + "h", many + "ms", std::string("9223372036854775807"),
                                    std::string("2562047789h9999999999999m"), "1." + many + "s"}) {
        const auto duration = parse_duration(text);
        ASSERT_TRUE(duration) << text;
        EXPECT_GE(duration->count(), 1'000'000) << text;
    }
    EXPECT_EQ(parse_duration(many), Micros::max());
}

TEST(Duration, ReadsBackWhatIsShown) {
    for (const std::int64_t micros : std::initializer_list<std::int64_t>{
             0, 1, 999, 1'000, 1'500, 999'999, 1'000'000, 1'500'000, 59'000'000, 60'000'000, 90'000'000,
             90'500'000, 3'599'999'999, 2'147'000'000}) {
        const std::string text = format_duration(Micros(micros));
        EXPECT_EQ(parse_duration(text), Micros(micros)) << text;
    }
}

TEST(Size, ReadsBytesAndBothKindsOfUnits) {
    const std::vector<std::pair<std::string, std::uint64_t>> cases{
        {"0", 0},
        {"4096", 4096},
        {"64KiB", 65'536},
        {"64kB", 64'000},
        {"1MiB", 1 << 20},
        {"1MB", 1'000'000},
        {"2GiB", 2ull << 30},
        {"1GB", 1'000'000'000},
        {"12B", 12},
        {"18446744073709551615", std::numeric_limits<std::uint64_t>::max()},
    };
    for (const auto& [text, bytes] : cases)
        EXPECT_EQ(parse_size(text), bytes) << text;
}

TEST(Size, RefusesWhatIsNoneAndNeverOverflows) {
    for (const char* text :
         {"", "KiB", "-1", "+1", "1.5MiB", "1 KiB", "64KB", "64kb", "64k", "1KiB ", "0x10"}) {
        EXPECT_FALSE(parse_size(text)) << text;
    }
    EXPECT_EQ(parse_size(std::string(60, '9')), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(parse_size("18446744073709551615KiB"), std::numeric_limits<std::uint64_t>::max());
}

TEST(Statuses, ReadsCodesAndRanges) {
    EXPECT_EQ(parse_statuses("200"), (StatusSet{{{200, 200}}}));
    EXPECT_EQ(parse_statuses("200-299,404"), (StatusSet{{{200, 299}, {404, 404}}}));
    EXPECT_EQ(parse_statuses("100-999"), (StatusSet{{{100, 999}}}));
    EXPECT_EQ(parse_statuses("204-204"), (StatusSet{{{204, 204}}}));
}

TEST(Statuses, RefusesWhatIsNone) {
    for (const char* text : {"", ",", "200,", ",200", "200,,201", "99", "099", "1000", "2xx", "200-", "-200",
                             "299-200", "200 - 299", "200-299-300", "+200", "20", "000-999"}) {
        EXPECT_FALSE(parse_statuses(text)) << text;
    }
}

TEST(Token, IsWhatRfc9110SaysItIs) {
    for (const char* text : {"GET", "X-Y_z", "!#$%&'*+-.^_`|~09aZ"})
        EXPECT_TRUE(is_token(text)) << text;
    for (const char* text : {"", "a b", "a:", "a\tb", "(", "\"", "/", "caf\xC3\xA9", "a\r\n"}) {
        EXPECT_FALSE(is_token(text)) << text;
    }
    EXPECT_FALSE(is_token(std::string_view("a\0b", 3)));
}

TEST(FieldValue, HoldsNoControlCharacterButATab) {
    EXPECT_TRUE(is_field_value("a\tb caf\xC3\xA9"));
    EXPECT_TRUE(is_field_value(""));
    for (const char* text : {"a\rb", "a\nb", "a\x1b[0m", "\x7f"})
        EXPECT_FALSE(is_field_value(text));
    EXPECT_FALSE(is_field_value(std::string_view("a\0b", 3)));
}

}  // namespace
}  // namespace outrider
