#include "classify/needles.hpp"

#include "classify/needle_set.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <re2/re2.h>

namespace outrider {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Needles, AreWhatEveryMatchMustHold) {
    EXPECT_THAT(needles_of("Just a moment", 4), ElementsAre("just a moment"));
    EXPECT_THAT(needles_of("^window\\.gokuProps\\s*=", 4), ElementsAre("window.gokuprops"));
    EXPECT_THAT(needles_of("abcd|efgh", 4), ElementsAre("abcd", "efgh"));
    EXPECT_THAT(needles_of("abcdx?efgh", 4), ElementsAre("abcd"));
    EXPECT_THAT(needles_of("abcdx*efghi", 4), ElementsAre("efghi"));
    EXPECT_THAT(needles_of("abcdx{0,3}e", 4), ElementsAre("abcd"));
    EXPECT_THAT(needles_of("abcdx{2,}e", 4), ElementsAre("abcd"));
    EXPECT_THAT(needles_of("abcdx{2}{3}e", 4), ElementsAre("abcd"));
    EXPECT_THAT(needles_of("ab[cd]efgh", 4), ElementsAre("efgh"));
    EXPECT_THAT(needles_of("[]x]efgh", 4), ElementsAre("efgh"));
    EXPECT_THAT(needles_of("[^\\]x]efgh", 4), ElementsAre("efgh"));
    EXPECT_THAT(needles_of("(abcd|efghi)x", 4), ElementsAre("abcd", "efghi"));
    EXPECT_THAT(needles_of("(?:abcd)+", 4), ElementsAre("abcd"));
    EXPECT_THAT(needles_of("(abcdefg)?hijk", 4), ElementsAre("hijk"));
    EXPECT_THAT(needles_of("\\babcd\\d\\s", 4), ElementsAre("abcd"));
}

TEST(Needles, AreNoneWhereTheSyntaxIsRarer) {
    for (const char* pattern :
         {"[[:alpha:]]efgh", "x[[:]efgh", "\\x41bcdef", "\\p{Greek}bcdef", "\\101bcdef", "\\Qab.*\\Eefgh",
          "abcd{,2}", "ab{cd|efgh}", "abcd{2", "abcd{2,x}", "(?i)abcd", "(?P<name>abcd)", "((?i)a)bcde"}) {
        EXPECT_THAT(needles_of(pattern, 4), IsEmpty()) << pattern;
    }
}

TEST(Needles, AreNoneWhereNothingCanBeTold) {
    for (const char* pattern :
         {"", "abc", ".*", "(abcd)?", "abcd|ef", "(abcd|x)y", "[abcd]+", "a{2}b{2}c{2}"}) {
        EXPECT_THAT(needles_of(pattern, 4), IsEmpty()) << pattern;
    }
    EXPECT_THAT(needles_of(std::string(5000, '(') + "abcd", 4), IsEmpty());
}

TEST(PlainPatterns, AreMatchedAsRe2Would) {
    for (const char* pattern :
         {"^cloudflare", "^vercel$", "(cloudfront)", "\\(CloudFront\\)", "^a\\.b|c$", "x"}) {
        re2::RE2::Options options(re2::RE2::Latin1);
        options.set_case_sensitive(false);
        const re2::RE2 regex(pattern, options);
        const auto plain = plain_patterns(pattern);
        for (const char* text : {"", "Cloudflare", "cloudflare-nginx", "my cloudflare", "Vercel", "Vercel 2",
                                 "1.1 x (CloudFront)", "a.b", "a.bc", "axb", "abc", "X"}) {
            if (plain.empty()) continue;
            const bool found = std::any_of(plain.begin(), plain.end(),
                                           [&](const PlainPattern& each) { return each.found_in(text); });
            EXPECT_EQ(found, re2::RE2::PartialMatch(text, regex)) << pattern << " in " << text;
        }
    }
    EXPECT_THAT(plain_patterns("a.b"), IsEmpty());
    EXPECT_THAT(plain_patterns("^(a|b)"), IsEmpty());
    EXPECT_EQ(plain_patterns("^a|b$").size(), 2u);
}

TEST(NeedleSet, FindsEachWhereverItStandsInAnyCase) {
    NeedleSet set;
    set.add("abcd", 1);
    set.add("abcdef", 2);
    set.add("bcde", 3);
    set.add("zzzz", 4);
    set.prepare();
    std::vector<std::uint32_t> found;
    set.scan("xxABCDeFabc", [&](std::uint32_t owner) { found.push_back(owner); });
    EXPECT_THAT(found, testing::UnorderedElementsAre(1, 2, 3));
    found.clear();
    set.scan("abc", [&](std::uint32_t owner) { found.push_back(owner); });
    set.scan("", [&](std::uint32_t owner) { found.push_back(owner); });
    EXPECT_THAT(found, IsEmpty());
    set.scan("zzzzz", [&](std::uint32_t owner) { found.push_back(owner); });
    EXPECT_THAT(found, ElementsAre(4, 4));
}

}  // namespace
}  // namespace outrider
