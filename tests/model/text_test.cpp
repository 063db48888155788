#include "outrider/model/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace outrider {
namespace {

const std::string bad = "\xEF\xBF\xBD";  // U+FFFD

TEST(ValidUtf8, KeepsWholeCharacters) {
    for (const std::string& text :
         {std::string(), std::string("plain"), std::string("caf\xC3\xA9 \xE2\x82\xAC"),
          std::string("\xF0\x9F\x98\x80 \xF4\x8F\xBF\xBF"), std::string("a\0b", 3)}) {
        EXPECT_EQ(to_valid_utf8(text), text);
    }
}

TEST(ValidUtf8, ReplacesEachByteThatBelongsToNone) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"caf\xE9", "caf" + bad},                     // Latin-1
        {"\xC3", bad},                                // cut off
        {"\xE2\x82", bad + bad},                      // cut off
        {"\xE2\x82 x", bad + bad + " x"},             // cut off inside
        {"\x80\xBF", bad + bad},                      // continuation alone
        {"\xC0\xAF", bad + bad},                      // overlong '/'
        {"\xE0\x80\xAF", bad + bad + bad},            // overlong '/'
        {"\xF0\x80\x80\xAF", bad + bad + bad + bad},  // overlong '/'
        {"\xED\xA0\x80", bad + bad + bad},            // a surrogate
        {"\xF4\x90\x80\x80", bad + bad + bad + bad},  // above U+10FFFF
        {"\xFF\xFE", bad + bad},
        {"\xC3\xC3\xA9", bad + "\xC3\xA9"},
    };
    for (const auto& [bytes, text] : cases)
        EXPECT_EQ(to_valid_utf8(bytes), text);
}

TEST(OneLine, FoldsWhiteSpaceAndControls) {
    EXPECT_EQ(one_line("  a \r\n\t b\x1b[31m\x7f c  "), "a b [31m c");
    EXPECT_EQ(one_line(std::string("a\0b", 3)), "a b");
    EXPECT_EQ(one_line("a\xE2\x80\xAE"
                       "b\xC2\x85"
                       "c"),
              "a b c");
    EXPECT_EQ(one_line(""), "");
    EXPECT_EQ(one_line(" \n "), "");
    EXPECT_EQ(one_line("caf\xE9"), "caf" + bad);
}

TEST(OneLine, CountsCharactersNotBytes) {
    std::string euros;
    for (int i = 0; i < 200; ++i)
        euros += "\xE2\x82\xAC";
    EXPECT_EQ(one_line(euros), euros);
    EXPECT_EQ(one_line(euros + "x"), euros.substr(0, euros.size() - 3) + "\xE2\x80\xA6");
}

TEST(OneLine, EndsInAnEllipsisWhereItIsCut) {
    EXPECT_EQ(one_line("abcdef", 6), "abcdef");
    EXPECT_EQ(one_line("abcdefg", 6), "abcde\xE2\x80\xA6");
    EXPECT_EQ(one_line("abcde f", 6), "abcde\xE2\x80\xA6");
    EXPECT_EQ(one_line("abcdef   ", 6), "abcdef");
    EXPECT_EQ(one_line("abcdef g", 6), "abcde\xE2\x80\xA6");
}

TEST(EscapeForTerminal, LeavesNothingThatATerminalActsUpon) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"plain \xC3\xA9", "plain \xC3\xA9"},
        {"\x1b[31m", "\\x1B[31m"},
        {"a\nb\r\tc",
         "a\\x0Ab\\x0D\\x09"
         "c"},
        {"\x7f", "\\x7F"},
        {"\xC2\x9B", "\\x9B"},          // C1: CSI
        {"\xE2\x80\xAE", "\\u{202E}"},  // right-to-left override
        {"\xE2\x81\xA6\xD8\x9C", "\\u{2066}\\u{061C}"},
        {"\x9b", bad},  // no character
    };
    for (const auto& [text, shown] : cases)
        EXPECT_EQ(escape_for_terminal(text), shown);
    EXPECT_EQ(escape_for_terminal(std::string("\0", 1)), "\\x00");
}

TEST(Text, IsTakenCharacterByCharacter) {
    std::string_view rest = "a\xC3\xA9\xFF\xF0\x9F\x90\x8E";
    std::vector<std::uint32_t> codes;
    std::string bytes;
    while (!rest.empty()) {
        const Character character = take_character(rest);
        codes.push_back(character.code);
        bytes += character.bytes;
    }
    EXPECT_EQ(codes, (std::vector<std::uint32_t>{'a', 0xE9, 0xFFFD, 0x1F40E}));
    EXPECT_EQ(bytes, "a\xC3\xA9" + bad + "\xF0\x9F\x90\x8E");
}

}  // namespace
}  // namespace outrider
