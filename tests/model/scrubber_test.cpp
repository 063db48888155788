#include "outrider/model/scrubber.hpp"

#include "outrider/model/base64.hpp"
#include "outrider/model/text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace outrider {
namespace {

Scrubber scrubber_of(std::string_view secret) {
    Scrubber scrubber;
    scrubber.add(secret);
    return scrubber;
}

TEST(Scrubber, HidesASecretInEveryFormInWhichItTravels) {
    const Scrubber scrubber = scrubber_of("p@ss/w!rd");
    EXPECT_EQ(scrubber.scrub("x p@ss/w!rd y p@ss/w!rd"), "x *** y ***");
    for (const char* form : {"p%40ss%2Fw%21rd", "p%40ss%2fw%21rd", "p%40ss%2Fw!rd", "p@ss%2fw!rd",
                             "%70%40ss/w!rd", "p%2540ss%252Fw!rd"}) {
        EXPECT_EQ(scrubber.scrub("http://u:" + std::string(form) + "@h"), "http://u:***@h");
    }
    EXPECT_EQ(scrubber.scrub(base64_encode("p@ss/w!rd")), "***");
    EXPECT_EQ(scrubber.scrub("p@ss"), "p@ss");
}

struct Echo {
    const char* secret;
    const char* said;
};

TEST(Scrubber, HidesASecretThatComesBackInAnotherSpelling) {
    const Echo echoes[] = {
        {"p<a>&ss\"wo'rd", "p&lt;a&gt;&amp;ss&quot;wo&#x27;rd"},
        {"p&ss", "p&#38;ss"},
        {"p&ss", "p&amp;amp;ss"},
        {"p&amp;ss", "p&amp;ss"},
        {"p&amp;ss", "p&amp;amp;ss"},
        {"s3cr\"et\\pw", R"(s3cr\"et\\pw)"},
        {"s3cr\"et", R"(s3cr\&quot;et)"},
        {"s3cr/et", R"(s3cr\/et)"},
        {"s3cr<et", R"(s3cr\u003cet)"},
        {"my  secret  pw", "my secret pw"},
        {"my secret pw", "my \r\n secret\tpw"},
        {"my secret pw", "my+secret+pw"},
        {"my+secret+pw", "my secret pw"},
        {" secret ", "secret"},
        {"s3cretPW", "S3CRETpw"},
        {"s3cr\u00e9tpw", "s3cr\xE9tpw"},
        {"s3cr\u00e9tpw", "s3cr\uFFFDtpw"},
        {"s3cr\xE9tpw", "s3cr\uFFFDtpw"},
        {"s3cr\u00e9tpw", "s3cr%C3%A9tpw"},
        {"ab%", "ab%25"},
        {"fade", "%fade"},
    };
    for (const auto& [secret, said] : echoes) {
        const std::string shown = scrubber_of(secret).scrub("no " + std::string(said) + " here");
        EXPECT_TRUE(shown == "no *** here" || shown == "no %*** here") << secret << " in " << shown;
    }
}

// A reader of pages takes tags out, and what a '<' in a password begins looks like one.
TEST(Scrubber, HidesWhatTagsLeaveOfASecret) {
    EXPECT_EQ(scrubber_of("secr<et>pwtail").scrub("bad secr pwtail end"), "bad *** *** end");
    EXPECT_EQ(scrubber_of("secr<etpw").scrub("bad secr"), "bad ***");
    EXPECT_EQ(scrubber_of("<et>pwtail").scrub("bad pwtail"), "bad ***");
    EXPECT_EQ(scrubber_of("a<b>cd<e>fghi").scrub("a cd fghi x abcd"), "*** *** *** x abcd");
}

TEST(Scrubber, HidesBasicCredentials) {
    Scrubber scrubber;
    scrubber.add_basic("user", "hunter2");
    EXPECT_EQ(scrubber.scrub("Basic dXNlcjpodW50ZXIy"), "Basic ***");
    EXPECT_EQ(scrubber.scrub("hunter2"), "***");
    EXPECT_EQ(scrubber.scrub("user"), "user");
    Scrubber key_only;
    key_only.add_basic("hunter2", "");
    EXPECT_EQ(key_only.scrub("hunter2 " + base64_encode("hunter2:")), "*** ***");
    Scrubber padded;
    padded.add_basic("user", "hunter22");
    EXPECT_EQ(padded.scrub("dXNlcjpodW50ZXIyMg== dXNlcjpodW50ZXIyMg"), "*** ***");
}

TEST(Scrubber, HidesASecretWithinTheBase64OfALongerText) {
    Scrubber scrubber;
    scrubber.add("hunter2pw");
    for (const char* before : {"", "a", "ab", "ada:"}) {
        const std::string longer = std::string(before) + "hunter2pw";
        const std::string shown = scrubber.scrub("<" + base64_encode(longer + " and more") + ">");
        EXPECT_NE(shown.find("***"), std::string::npos) << before << ": " << shown;
        EXPECT_LT(shown.size(), 28u) << shown;
    }
}

TEST(Scrubber, HidesTheLongerOfTwo) {
    Scrubber scrubber;
    scrubber.add("hunter");
    scrubber.add("hunter2-and-more");
    scrubber.add("more-or-less");
    EXPECT_EQ(scrubber.scrub("hunter2-and-more hunter2"), "*** ***2");
    EXPECT_EQ(scrubber.scrub("hunter2-and-more-or-less"), "***") << "they overlap";
}

TEST(Scrubber, HidesAShortSecretWhereItIsAWord) {
    EXPECT_EQ(scrubber_of("abc").scrub("abc abcd xabc (abc) user:ABC. abc\u2026"),
              "*** abcd xabc (***) user:***. ***\u2026");
    EXPECT_EQ(scrubber_of("a").scrub("bad password 'a', banana"), "bad password '***', banana");
    EXPECT_EQ(scrubber_of("p&s").scrub("said p&amp;s"), "said ***");
    EXPECT_EQ(scrubber_of("abcd").scrub("xabcdx"), "x***x");
}

TEST(Scrubber, HidesTheBeginningOfASecretThatWasCutOff) {
    const Scrubber scrubber = scrubber_of("hunter2-and-more");
    EXPECT_EQ(scrubber.scrub(one_line("said hunter2-and-more", 15)), "said ***\u2026");
    EXPECT_EQ(scrubber.scrub("a hunt\u2026 b HUNTER2\u2026"), "a ***\u2026 b ***\u2026");
    EXPECT_EQ(scrubber.scrub("hu\u2026 hunter2"), "hu\u2026 hunter2") << "too little, and not cut off";
    const Scrubber escaped = scrubber_of("hunt&er");
    EXPECT_EQ(escaped.scrub("said hunt&amp;e\u2026"), "said ***\u2026");
    EXPECT_EQ(escaped.scrub("said hunt&am\u2026"), "said ***\u2026") << "in the middle of an escape";
    EXPECT_EQ(escaped.scrub("said hunt%2\u2026"), "said ***\u2026");
}

TEST(Scrubber, LeavesWhatItIsNotToLookForAndOtherTexts) {
    Scrubber scrubber;
    scrubber.add("", 0);
    scrubber.add("short", 6);
    EXPECT_TRUE(scrubber.empty());
    EXPECT_EQ(scrubber.scrub("caf\xE9 short"), "caf\xE9 short");
    scrubber.add("   ");
    scrubber.add("secret");
    EXPECT_FALSE(scrubber.empty());
    EXPECT_EQ(scrubber.scrub("caf\xE9 a   b"), "caf\xE9 a   b");
}

TEST(Scrubber, EndsOnStars) {
    EXPECT_EQ(scrubber_of("****").scrub("*****"), "***");
}

}  // namespace
}  // namespace outrider
