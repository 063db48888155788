#include "classify/body_pattern.hpp"

#include <gtest/gtest.h>

namespace outrider {
namespace {

struct Case {
    const char* pattern;
    std::string body;
    bool found;
    bool cut = false;
};

TEST(BodyPattern, LooksAnywhereInTheBytes) {
    const Case cases[] = {
        {"in stock", "<p>12 in stock</p>", true},
        {"in stock", "<p>sold out</p>", false},
        {"^\\d+$", "42", true},
        {"^\\d+$", "42\n", false},
        {"(?i)OK", "it is ok", true},
        {"a.b", std::string("a\0b", 3), true},
        {"", "", true},
        {"x", "", false},
        // UTF-8: one character is one dot.
        {"^caf.$", "caf\xC3\xA9", true},
        {"caf\xC3\xA9", "caf\xC3\xA9", true},
        // The same word in Latin-1.
        {"caf\xC3\xA9", "un caf\xE9 noir", true},
        {"^caf.$", "caf\xE9", true},
        {"caf\xC3\xA8", "caf\xE9", false},
        // A character that the cap cut off does not turn UTF-8 into Latin-1.
        {"^caf\xC3\xA9 .$", "caf\xC3\xA9 x\xE2\x82", true, true},
        {"^caf\xC3\xA9 .$", "caf\xC3\xA9 x\xF0\x9F\x98", true, true},
        // Nor does one that its sender cut off; where all else is ASCII, it may be a letter of Latin-1 as
        // well.
        {"\xC3\xA9", "\xC3\xA9x\xC3", true},
        {"^\xC3\xA9x$", "\xC3\xA9x\xE2\x82", true},
        {"^caf$", "caf\xE9", true},
        {"^caf.$", "caf\xE9", false, true},
        // A stray continuation byte does.
        {"^caf\xC3\x83\xC2\xA9 .\xC2\x80$", "caf\xC3\xA9 x\x80", true},
        {"(", "(", false},
    };
    for (const Case& each : cases) {
        EXPECT_EQ(BodyPattern(each.pattern).found_in(each.body, each.cut), each.found)
            << each.pattern << " in " << each.body;
    }
}

}  // namespace
}  // namespace outrider
