#include "classify/matcher.hpp"
#include "classify/needle_set.hpp"
#include "classify/needles.hpp"
#include "classify/saved_head.hpp"
#include "corpus.hpp"

#include <gtest/gtest.h>
#include <re2/re2.h>

#include <map>
#include <set>

namespace outrider {
namespace {

using nlohmann::json;

Answer answer_of(const json& text) {
    return *read_saved(text.get<std::string>(), 1 << 20);
}

bool matches_any(const Matches& matches) {
    return matches.proxy_page || matches.challenge || matches.rate_limit || matches.block || matches.edge;
}

bool alone_matches(const Signature& signature, const Answer& answer) {
    return matches_any(Matcher({signature}).match(answer, true));
}

struct BuiltIn : testing::Test {
    std::vector<Signature> signatures = built_in_signatures();
    std::map<std::string, json> cases;

    BuiltIn() {
        for (const json& entry : read_corpus("signatures/cases.jsonl"))
            cases[entry["id"]] = entry;
    }
};

TEST_F(BuiltIn, AreTheFileAsItStands) {
    std::ifstream file("../src/classify/signatures.json");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const ParsedSignatures parsed = parse_signatures(text);
    EXPECT_TRUE(parsed.errors.empty());
    ASSERT_EQ(parsed.signatures.size(), signatures.size());
    for (std::size_t i = 0; i < signatures.size(); ++i) {
        const Signature& a = signatures[i];
        const Signature& b = parsed.signatures[i];
        EXPECT_EQ(std::tie(a.id, a.vendor, a.kind, a.confidence, a.status, a.extent, a.at_least, a.source),
                  std::tie(b.id, b.vendor, b.kind, b.confidence, b.status, b.extent, b.at_least, b.source));
        EXPECT_EQ(std::tie(a.all, a.any, a.unless), std::tie(b.all, b.any, b.unless)) << a.id;
    }
}

TEST_F(BuiltIn, EachHasASourceAPositiveCaseAndANearMiss) {
    for (const Signature& signature : signatures) {
        EXPECT_FALSE(signature.source.empty()) << signature.id;
        const auto entry = cases.find(signature.id);
        ASSERT_NE(entry, cases.end()) << signature.id << " has no case";
        EXPECT_TRUE(alone_matches(signature, answer_of(entry->second["hit"]))) << signature.id;
        EXPECT_FALSE(alone_matches(signature, answer_of(entry->second["miss"]))) << signature.id;
        EXPECT_FALSE(signature.vendor.empty() && signature.kind == SignatureKind::edge) << signature.id;
    }
    EXPECT_EQ(cases.size(), signatures.size());
}

TEST_F(BuiltIn, EachIsReachedAmongAllOthers) {
    const Matcher all(signatures);
    for (const Signature& signature : signatures) {
        const Matches matches = all.match(answer_of(cases[signature.id]["hit"]), true);
        std::set<std::string> found;
        for (const auto* match :
             {&matches.proxy_page, &matches.challenge, &matches.rate_limit, &matches.block, &matches.edge}) {
            if (*match) found.insert((*match)->signature->id);
        }
        EXPECT_TRUE(found.contains(signature.id)) << signature.id << testing::PrintToString(found);
    }
}

// The generic ones are there to take what a vendor's own miss.
TEST_F(BuiltIn, NoneTakesACaseOfAnotherVendor) {
    for (const Signature& signature : signatures) {
        if (signature.vendor.empty() || signature.kind == SignatureKind::edge) continue;
        for (const Signature& other : signatures) {
            if (other.vendor == signature.vendor) continue;
            EXPECT_FALSE(alone_matches(signature, answer_of(cases[other.id]["hit"])))
                << signature.id << " takes the case of " << other.id;
        }
    }
}

TEST_F(BuiltIn, NoneTakesAnOrdinaryPage) {
    for (const json& entry : read_corpus("signatures/ordinary.jsonl")) {
        const Answer answer = answer_of(entry["response"]);
        for (const Signature& signature : signatures) {
            if (signature.kind == SignatureKind::edge) continue;
            EXPECT_FALSE(alone_matches(signature, answer)) << signature.id << " takes " << entry["name"];
        }
    }
}

TEST_F(BuiltIn, EachPatternOfAPageHasNeedlesSoThatItIsRarelyRun) {
    std::set<std::string> without;
    for (const Signature& signature : signatures) {
        for (const auto* clues : {&signature.all, &signature.any, &signature.unless}) {
            for (const Clue& clue : *clues) {
                const bool on_page = clue.place != Place::header && clue.place != Place::cookie;
                if (on_page && needles_of(clue.pattern, NeedleSet::shortest).empty())
                    without.insert(signature.id);
            }
        }
    }
    EXPECT_EQ(without, std::set<std::string>{});
}

TEST(Matcher, PutsTheConfirmedBeforeTheLikely) {
    const std::string cloudflare =
        "HTTP/1.1 403 x\nServer: cloudflare\nX-Sucuri-Block: 1\nContent-Type: text/plain\n\nerror code: 1020";
    const Matcher matcher(built_in_signatures());
    const Matches matches = matcher.match(*read_saved(cloudflare, 1000), false);
    ASSERT_TRUE(matches.block);
    EXPECT_EQ(matches.block->signature->vendor, "sucuri");
    EXPECT_EQ(matches.block->where, "header");
    EXPECT_EQ(matches.block->what, "X-Sucuri-Block: 1");
}

TEST(Matcher, TakesTheFirstGivenOfEquals) {
    const auto parsed = parse_signatures(R"({"signatures": [
        {"id": "mine", "vendor": "me", "kind": "block", "all": [{"text": "^error code: 1020"}]}]})");
    ASSERT_TRUE(parsed.errors.empty());
    std::vector<Signature> signatures = parsed.signatures;
    const auto built_in = built_in_signatures();
    signatures.insert(signatures.end(), built_in.begin(), built_in.end());
    const Matcher matcher(signatures);
    const Matches matches =
        matcher.match(*read_saved("HTTP/1.1 403 x\nContent-Type: text/plain\n\nerror code: 1020", 99), false);
    ASSERT_TRUE(matches.block);
    EXPECT_EQ(matches.block->signature->id, "mine");
}

TEST(Matcher, LooksForProxyPagesOnlyBehindAProxy) {
    const Matcher matcher(built_in_signatures());
    const Answer answer = *read_saved("HTTP/1.1 503 x\nX-Squid-Error: ERR_DNS_FAIL 0\n\n", 99);
    EXPECT_TRUE(matcher.match(answer, true).proxy_page);
    EXPECT_FALSE(matcher.match(answer, false).proxy_page);
}

}  // namespace
}  // namespace outrider
