#include "outrider/classify/signature.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace outrider {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(SignatureFile, ReadsAnEntryWhole) {
    const ParsedSignatures parsed = parse_signatures(R"({"signatures": [
        // comments are allowed
        {"id": "x", "vendor": "v", "kind": "challenge_pow", "confidence": "confirmed", "status": "403,500-599",
         "extent": "bare", "all": [{"header": "Server", "value": "^v"}, {"header": "X-V"}],
         "any": [{"title": "t"}, {"script": "s"}], "at_least": 2, "unless": [{"cookie": "c"}], "source": "seen"}]})");
    ASSERT_THAT(parsed.errors, ElementsAre());
    ASSERT_EQ(parsed.signatures.size(), 1u);
    const Signature& signature = parsed.signatures[0];
    EXPECT_EQ(signature.id, "x");
    EXPECT_EQ(signature.vendor, "v");
    EXPECT_EQ(signature.kind, SignatureKind::challenge_pow);
    EXPECT_EQ(signature.confidence, Confidence::confirmed);
    EXPECT_EQ(signature.status, (StatusSet{{{403, 403}, {500, 599}}}));
    EXPECT_EQ(signature.extent, Extent::bare);
    EXPECT_THAT(signature.all,
                ElementsAre(Clue{Place::header, "server", "^v"}, Clue{Place::header, "x-v", ""}));
    EXPECT_THAT(signature.any, ElementsAre(Clue{Place::title, "", "t"}, Clue{Place::script, "", "s"}));
    EXPECT_EQ(signature.at_least, 2u);
    EXPECT_THAT(signature.unless, ElementsAre(Clue{Place::cookie, "", "c"}));
}

TEST(SignatureFile, HasDefaultsThatAreOnTheCarefulSide) {
    const ParsedSignatures parsed =
        parse_signatures(R"({"signatures": [{"id": "x", "kind": "block", "any": [{"text": "t"}]}]})");
    ASSERT_THAT(parsed.errors, ElementsAre());
    const Signature& signature = parsed.signatures[0];
    EXPECT_EQ(signature.vendor, "");
    EXPECT_EQ(signature.confidence, Confidence::likely);
    EXPECT_EQ(signature.extent, Extent::brief);
    EXPECT_EQ(signature.status, std::nullopt);
    EXPECT_EQ(signature.at_least, 1u);
}

TEST(SignatureFile, NamesThePlaceOfEveryError) {
    const std::pair<const char*, const char*> cases[] = {
        {"{", "no valid JSON"},
        {"[]", "[] is not an object"},
        {"{}", "/signatures: a list of signatures is missing"},
        {R"({"signatures": {}})", "/signatures: a list"},
        {R"({"signatures": [7]})", "/signatures/0: 7 is not an object"},
        {R"({"signatures": [], "more": 1})", "/more: unknown key"},
        {R"({"signatures": [{"kind": "block", "status": "403"}]})", "/signatures/0: id is missing"},
        {R"({"signatures": [{"id": "a", "status": "403"}]})", "/signatures/0: kind is missing"},
        {R"({"signatures": [{"id": "a", "kind": "ban", "status": "403"}]})",
         "/signatures/0/kind: \"ban\" is not one of challenge_js"},
        {R"({"signatures": [{"id": "", "kind": "block", "status": "403"}]})",
         "/signatures/0/id: \"\" is not a text"},
        {R"({"signatures": [{"id": "a", "kind": "block"}]})", "/signatures/0: needs at least one clue"},
        {R"({"signatures": [{"id": "a", "kind": "block", "status": "4xx"}]})",
         "/signatures/0/status: \"4xx\" is not a list like"},
        {R"({"signatures": [{"id": "a", "kind": "block", "status": 403}]})",
         "/signatures/0/status: 403 is not"},
        {R"({"signatures": [{"id": "a", "kind": "block", "all": []}]})",
         "/signatures/0/all: [] is not a list of clues"},
        {R"({"signatures": [{"id": "a", "kind": "block", "all": [{"page": "x"}]}]})",
         "/signatures/0/all/0/page: unknown key"},
        {R"({"signatures": [{"id": "a", "kind": "block", "all": [{"text": "x", "title": "y"}]}]})",
         "/signatures/0/all/0: "},
        {R"({"signatures": [{"id": "a", "kind": "block", "all": [{"text": "("}]}]})",
         "/signatures/0/all/0/text: is no RE2 pattern: missing )"},
        {R"({"signatures": [{"id": "a", "kind": "block", "all": [{"header": "a b"}]}]})",
         "/signatures/0/all/0/header: \"a b\" is not a header's name"},
        {R"({"signatures": [{"id": "a", "kind": "block", "all": [{"header": "a", "value": "["}]}]})",
         "/signatures/0/all/0/value: is no RE2"},
        {R"({"signatures": [{"id": "a", "kind": "block", "any": [{"text": "x"}], "at_least": 2}]})",
         "/signatures/0/at_least: 2 is not"},
        {R"({"signatures": [{"id": "a", "kind": "block", "status": "1-2", "x": 1}]})",
         "/signatures/0/x: unknown key"},
        {R"({"signatures": [{"id": "a", "kind": "block", "status": "403"}, {"id": "a", "kind": "block", "status": "403"}]})",
         "/signatures/1/id: this id stands twice"},
    };
    for (const auto& [text, error] : cases) {
        EXPECT_THAT(parse_signatures(text).errors, testing::Contains(HasSubstr(error))) << text;
    }
}

TEST(SignatureFile, ListsAllErrorsAndNotOnlyTheFirst) {
    const auto parsed =
        parse_signatures(R"({"signatures": [{"id": "a", "kind": "x", "extent": "y"}, {"kind": 5}]})");
    EXPECT_EQ(parsed.errors.size(), 6u) << testing::PrintToString(parsed.errors);
}

}  // namespace
}  // namespace outrider
